# The same fold in Python, as one would write it: json.loads and dicts, nothing checked. python3 fold.py FILE

import json
import re
import resource
import sys

queue = {}
with open(sys.argv[1], encoding="utf-8", newline="\n") as log:
    for line in log:
        event = json.loads(line)
        name = event["event"]
        if name == "created":
            proposal = event["proposal"]
            if proposal["proposal_id"] not in queue:
                queue[proposal["proposal_id"]] = {
                    "proposal": proposal,
                    "replay_evidence": proposal.get("replay_evidence"),
                    "state": "pending",
                    "history": [],
                    "corpus": None,
                }
            continue
        item = queue.get(event["proposal_id"])
        if item is None:
            continue
        if name == "replay":
            item["replay_evidence"] = event["replay_evidence"]
        elif name == "transition":
            item["state"] = event["to"]
            item["history"].append(event)
        elif name == "accepted_corpus_append":
            item["corpus"] = event

try:
    with open("/proc/self/status") as status:
        peak = int(re.search(r"VmHWM:\s*(\d+)", status.read()).group(1)) * 1024
except OSError:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

print(json.dumps({"kept": len(queue), "peak": peak}))
