// The entries that need Node's types, compiled beside them.
import * as cli from '@core/hitl-queue/cli'
import * as node from '@core/hitl-queue/node'
import * as testing from '@core/hitl-queue/testing'

for (const entry of [cli, node, testing])
  if (typeof entry !== 'object') throw new Error('not as it should be')
