// What the recorder must catch: a module that does everything an import must not do.
import { writeFileSync } from 'node:fs'

writeFileSync('left-behind', '')
process.on('exit', () => {})
globalThis.leftBehind = true
Array.prototype.leftBehind = () => {}
