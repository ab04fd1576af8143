// What the library is measured against: the least that anyone can do with the bytes of a log.

import { isAscii } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'

const CHUNK = 1 << 20

/** Split at `\n`, `JSON.parse`, nothing else, in the fastest way that Node has: bytes that are in memory. */
export const parse = (bytes, take = ignore) => {
  const text = isAscii(bytes) ? bytes.latin1Slice : bytes.utf8Slice
  let from = 0
  for (let to = bytes.indexOf(10); to !== -1; to = bytes.indexOf(10, from)) {
    take(JSON.parse(text.call(bytes, from, to)))
    from = to + 1
  }
  return from
}

/** The same over a file, in one buffer: what a piece leaves over stands before the next. */
export const parseFile = (path, take = ignore) => {
  const fd = openSync(path, 'r')
  const buffer = Buffer.allocUnsafeSlow(2 * CHUNK)
  let held = 0
  for (let read = readSync(fd, buffer, held, CHUNK); read > 0; read = readSync(fd, buffer, held, CHUNK)) {
    const bytes = buffer.subarray(0, held + read)
    const from = parse(bytes, take)
    bytes.copy(buffer, 0, from)
    held += read - from
  }
  closeSync(fd)
}

const ignore = () => {}

/** Parse, then a plain unchecked reducer into a Map. */
export const bareFold = (parseAll) => {
  const queue = new Map()
  parseAll((event) => {
    if (event.event === 'created') {
      const { proposal } = event
      if (!queue.has(proposal.proposal_id)) {
        queue.set(proposal.proposal_id, {
          proposal,
          replay_evidence: proposal.replay_evidence,
          state: 'pending',
          history: [],
          corpus: null,
        })
      }
      return
    }
    const record = queue.get(event.proposal_id)
    if (record === undefined) return
    if (event.event === 'replay') record.replay_evidence = event.replay_evidence
    else if (event.event === 'transition') {
      record.state = event.to
      record.history.push(event)
    } else if (event.event === 'accepted_corpus_append') record.corpus = event
  })
  return queue
}
