import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrayElements } from '../../src/json/array-elements.js'
import { jsonText } from '../../src/testing/arbitrary-json.js'

describe('arrayElements', () => {
  it.each([
    ['[]', []],
    [
      ' [ 1.0 , "a,b" ,[2,[3]], {"a":[{"b":1}]} , null ]\n',
      ['1.0', '"a,b"', '[2,[3]]', '{"a":[{"b":1}]}', 'null'],
    ],
    ['[[],{}]', ['[]', '{}']],
  ])('gives the elements of %s as they stand', (text, elements) => {
    expect(arrayElements(text)).toEqual(elements)
  })

  it.each(['', '{}', '1', '[1', '[1,]', '[1]]', '[1] 2'])('gives nothing for %j', (text) => {
    expect(arrayElements(text)).toBeNull()
  })

  it('gives back the texts that an array is made of', () => {
    fc.assert(
      fc.property(fc.array(jsonText), (texts) => {
        const bare = texts.map((text) => text.trim())
        expect(arrayElements(`[${texts.join(' , ')}]`)).toEqual(bare)
      }),
    )
  })
})
