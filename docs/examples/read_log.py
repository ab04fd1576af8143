"""Reads a proposal log and its run reports with nothing of the library, by docs/log-format.md alone.

    python3 read_log.py proposals.jsonl [folder-of-reports]

Prints one JSON object on one line: the digest, the state of each proposal in queue order, and how many lines are no events.
"""

import hashlib
import json
import math
import os
import sys

STATES = ("pending", "accepted", "rejected", "withdrawn")
LONGEST = 64 * 1024 * 1024
DEEPEST = 900


def main(log_path, runs=None):
    with open(log_path, "rb") as file:
        events, skipped = read(file.read())
    items = fold(events)
    print(
        canonical(
            {
                "digest": digest(items, reports_in(runs) if runs else {}),
                "skipped": skipped,
                "states": [[item["proposal"]["proposal_id"], item["state"]] for item in items],
            }
        )
    )


# Lines


def read(log):
    events, skipped = [], 0
    if log.startswith((b"\xff\xfe", b"\xfe\xff")):
        return events, 1
    # The byte LF ends a line, and nothing else does.
    for line in log.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        if line.strip(b" \t\r") == b"":
            continue
        event = event_of(line)
        if event is None:
            skipped += 1
        else:
            events.append(event)
    return events, skipped


def event_of(line):
    if len(line) > LONGEST:
        return None
    value = json_of(line)
    if not isinstance(value, dict) or depth(value) > DEEPEST:
        return None
    if value.get("event") == "proposal":
        value = {**value, "event": "created"}
    shape = SHAPES.get(value["event"]) if is_text(value.get("event")) else None
    return value if shape is not None and shape(value) else None


def json_of(content):
    """The value of a JSON text; None for what is no JSON, or holds a number that has no canonical form."""
    try:
        return json.loads(content.decode("utf-8"), parse_float=double, parse_constant=no_json)
    except (ValueError, RecursionError):
        return None


def double(token):
    number = float(token)
    return number if math.isfinite(number) else no_json(token)


def no_json(token):
    raise ValueError(f"{token} has no canonical form")


def depth(value):
    deepest, level = 0, [value]
    while level:
        level = [part for part in level if isinstance(part, (dict, list))]
        deepest += bool(level)
        level = [inner for part in level for inner in (part.values() if isinstance(part, dict) else part)]
    return deepest


# Shapes


def is_text(value):
    return isinstance(value, str)


def is_id(value):
    return is_text(value) and value != ""


def is_number(value):
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return False
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False


def is_texts(value, *names):
    return isinstance(value, dict) and all(is_text(value.get(name)) for name in names)


def is_metrics(value):
    return isinstance(value, dict) and all(is_number(metric) for metric in value.values())


def is_evidence_of_replay(value):
    return (
        isinstance(value, dict)
        and is_metrics(value.get("baseline"))
        and is_metrics(value.get("candidate"))
        and isinstance(value.get("regressed_metrics"), list)
        and all(map(is_text, value["regressed_metrics"]))
        and isinstance(value.get("replay_equivalent"), bool)
    )


def or_absent(value, name, holds):
    return name not in value or holds(value[name])


def or_null(holds):
    return lambda value: value is None or holds(value)


def is_proposal(value):
    return (
        isinstance(value, dict)
        and is_id(value.get("proposal_id"))
        and is_texts(value.get("proposed_chain"), "subject", "intent", "connective", "object")
        and value.get("polarity") in ("affirms", "falsifies")
        and value.get("claim_domain") in ("factual", "relational", "evaluative")
        and isinstance(value.get("evidence"), list)
        and all(is_texts(piece, "source", "ref", "polarity", "epistemic_status") for piece in value["evidence"])
        and or_absent(value, "source_candidate_id", is_text)
        and or_absent(
            value, "source", or_null(lambda source: is_texts(source, "kind", "source_id", "emitted_at_revision"))
        )
        and or_absent(value, "review_state", is_text)
        and or_absent(value, "operator_note", is_text)
        and or_absent(value, "replay_evidence", or_null(is_evidence_of_replay))
    )


def is_transition(value):
    texts = ("ratifier_kind", "actor", "commit_sha", "workflow_run_id", "triggering_actor", "review_date")
    return (
        is_id(value.get("proposal_id"))
        and value.get("to") in STATES
        and or_absent(value, "note", is_text)
        and all(or_absent(value, name, or_null(is_text)) for name in texts)
        and or_absent(value, "workflow_run_attempt", or_null(is_number))
    )


SHAPES = {
    "created": lambda value: is_proposal(value.get("proposal")),
    "replay": lambda value: is_id(value.get("proposal_id"))
    and is_evidence_of_replay(value.get("replay_evidence")),
    "transition": is_transition,
    "accepted_corpus_append": lambda value: is_id(value.get("proposal_id"))
    and is_text(value.get("chain_id"))
    and is_texts(value.get("provenance"), "adr_id", "source", "review_date", "raw"),
}


# The fold


def fold(events):
    items = {}
    for event in events:
        if event["event"] == "created":
            proposal = event["proposal"]
            new = {
                "proposal": proposal,
                "evidence": proposal.get("replay_evidence"),
                "state": "pending",
                "history": [],
            }
            items.setdefault(proposal["proposal_id"], new)
            continue
        item = items.get(event["proposal_id"])
        if item is None:
            continue
        if event["event"] == "replay":
            item["evidence"] = event["replay_evidence"]
        if event["event"] == "transition":
            item["history"].append(event)
            item["state"] = event["to"]
    return list(items.values())


# Reports


def reports_in(folder):
    """The name of the report of each proposal: of several, the first by code point, as Python sorts."""
    found = {}
    for name in sorted(name for name in os.listdir(folder) if name.endswith(".json")):
        with open(os.path.join(folder, name), "rb") as file:
            report = json_of(file.read())
        for proposal_id in named_by(report):
            found.setdefault(proposal_id, name)
    return found


def named_by(report):
    if not isinstance(report, dict) or depth(report) > DEEPEST:
        return []
    scenes = report.get("scenes", [])
    if not isinstance(scenes, list) or not all(isinstance(scene, dict) for scene in scenes):
        return []
    if report.get("report_kind", "learning_arc") != "learning_arc":
        return []
    details = [scene["detail"] for scene in scenes if isinstance(scene.get("detail"), dict)]
    return [part["proposal_id"] for part in [report, *details] if is_id(part.get("proposal_id"))]


# Canonical bytes


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def digest(items, reports):
    projected = [
        {
            "age_proposals": len(items) - 1 - at if item["state"] == "pending" else 0,
            "contemplation_report": reports.get(item["proposal"]["proposal_id"]),
            "proposal_id": item["proposal"]["proposal_id"],
            "proposed_chain": item["proposal"]["proposed_chain"],
            "replay_evidence": item["evidence"],
            "review_history": [transition["to"] for transition in item["history"]],
            "source_id": (item["proposal"].get("source") or {}).get("source_id") or None,
            "source_kind": (item["proposal"].get("source") or {}).get("kind"),
            "state": item["state"],
        }
        for at, item in enumerate(items)
    ]
    return hashlib.sha256(canonical(projected).encode("ascii")).hexdigest()


if __name__ == "__main__":
    main(*sys.argv[1:])
