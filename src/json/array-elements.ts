import { TokenReader } from './token-reader.js'

/** The texts of the elements of an array, as they stand in its text; `null` for a text that is no whole array. @internal */
export const arrayElements = (text: string): readonly string[] | null => {
  const reader = new TokenReader(text)
  if (reader.next() !== 'array') return null
  const elements: string[] = []
  let start = 0
  for (;;) {
    const token = reader.next()
    switch (token) {
      case 'whole':
        return elements
      case 'prefix':
      case 'broken':
        return null
      case 'object':
      case 'array':
        if (reader.depth === 2) start = reader.start
        break
      case 'close':
        if (reader.depth === 1) elements.push(text.slice(start, reader.end))
        break
      case 'key':
        break
      default:
        if (reader.depth === 1) elements.push(reader.raw())
    }
  }
}
