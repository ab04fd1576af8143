// One reading of a log as a process of its own, so that its peak memory is its own: node one-run.mjs VARIANT FILE

import { readFileSync } from 'node:fs'
import { bareFold, parseFile } from './floors.mjs'

const variants = {
  parse: (file) => parseFile(file),
  'bare fold': (file) => bareFold((take) => parseFile(file, take)).size,
  'whole pipeline': async (file) => {
    const [{ deriveQueue }, { readQueue }] = await library()
    const read = readQueue({ log: file })
    return deriveQueue(read.right.queue, read.right.reports).length
  },
  validation: async (file) => {
    const [, { readEntries }] = await library()
    let events = 0
    readEntries({ log: file }, (entries) => {
      for (const _ of entries) events += 1
    })
    return events
  },
}

const library = () => Promise.all([import('../../dist/index.js'), import('../../dist/node.js')])

/** Linux keeps the peak of a program apart; what getrusage says begins with that of the process that started it. */
const peak = () => {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}

const [variant, file] = process.argv.slice(2)
const kept = await variants[variant](file)
console.log(JSON.stringify({ kept, peak: peak() }))
