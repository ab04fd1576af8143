#!/usr/bin/env bash
# The whole road of a proposal, on one machine and for real: what an engine found becomes a report, the report a pull
# request, the merged report a pending proposal, and a person's decision, dispatched from a phone, what the engine may
# believe. A bare repository in a temporary folder stands for the server, and variables stand for GitHub's.
#
#   bash docs/examples/whole-road.sh                       # with hitl-queue on the PATH
#   HITL_QUEUE="node $PWD/dist/bin.cjs" bash docs/examples/whole-road.sh FOLDER   # in a clone that was built
set -euo pipefail

read -r -a hitl_queue <<< "${HITL_QUEUE:-hitl-queue}"
command -v "${hitl_queue[0]}" > /dev/null || { echo "${hitl_queue[0]} is not on the PATH; see the first lines of this script" >&2; exit 2; }
folder=${1:-$(mktemp -d)}
unset CI GITHUB_ACTIONS CORE_HITL_PENDING_CAP
export GIT_AUTHOR_NAME=engine GIT_AUTHOR_EMAIL=engine@localhost GIT_COMMITTER_NAME=engine GIT_COMMITTER_EMAIL=engine@localhost

say() { printf '\n== %s\n' "$*"; }
queue() { "${hitl_queue[@]}" "$@"; }

say 'A repository with an empty log and an empty corpus'
git init --quiet --bare --initial-branch=main "$folder/origin.git"
git clone --quiet "$folder/origin.git" "$folder/clone" 2> /dev/null
cd "$folder/clone"
git checkout --quiet -B main
mkdir -p teaching/proposals contemplation/runs
: > teaching/proposals/proposals.jsonl
: > corpus.jsonl
: > contemplation/runs/.keep
printf 'teaching/proposals/proposals.jsonl text eol=lf -merge\n' > .gitattributes
git add .
git commit --quiet --message 'Begin'
git push --quiet origin main

say 'The engine writes a report, with its candidate and the evidence of its replay'
cat > "$folder/candidate.json" << 'JSON'
{
  "candidate_id": "lantern-1",
  "proposed_chain": { "subject": "Lantern", "intent": "cause", "connective": "guides", "object": "traveller", "weight": 1.0 },
  "polarity": "affirms",
  "claim_domain": "factual",
  "evidence": [{ "source": "corpus", "ref": "harbour-7", "polarity": "affirms", "epistemic_status": "coherent" }],
  "boundary_clean": true
}
JSON
printf '%s' '{"baseline":{"accuracy":0.9},"candidate":{"accuracy":0.95},"regressed_metrics":[],"replay_equivalent":true}' > "$folder/evidence.json"
report=$(queue report --candidate "$folder/candidate.json" --evidence "$folder/evidence.json")
echo "$report"

say 'It becomes a pull request, whose body says what merging it does'
git switch --quiet --create report-1
git add contemplation
git commit --quiet --message 'Add a run report'
queue summary "$report"

say 'The guard of the pull request lets it pass'
queue check --base main

say 'Somebody merges it'
git switch --quiet main
git merge --quiet --no-ff --message 'Merge report-1' report-1
git push --quiet origin main

say 'A workflow admits what merged reports carry; it cannot ratify'
CI=true queue ingest --push
git pull --quiet origin main
queue list
id=$(queue list --json | node -e 'console.log(JSON.parse(require("node:fs").readFileSync(0)).items[0].proposal_id)')
CI=true queue review "$id" --accept && exit 1

say 'The owner accepts it, from a phone'
printf '{"repository":{"default_branch":"main"},"sender":{"type":"User"}}' > "$folder/event.json"
CI=true GITHUB_ACTIONS=true GITHUB_EVENT_NAME=workflow_dispatch GITHUB_EVENT_PATH="$folder/event.json" \
  GITHUB_REF=refs/heads/main GITHUB_ACTOR=owner GITHUB_TRIGGERING_ACTOR=owner GITHUB_REPOSITORY_OWNER=owner GITHUB_RUN_ID=1 \
  queue review "$id" --accept --note 'seen at the harbour' --review-date 2026-06-30 --corpus corpus.jsonl --push

say 'What the engine may believe now'
git pull --quiet origin main
queue show "$id"
cat corpus.jsonl
queue audit --strict --history
queue digest
