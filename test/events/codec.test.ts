import { describe, expect, it } from 'vitest'
import { arrayOf, departures, FiniteNumber, Metrics } from '../../src/events/codec.js'

const many = Array.from({ length: 200_000 }, (_, index) => (index < 3 ? index : 'x'))

describe('departures', () => {
  it('name the first wrong element of an array, and no more of very many', () => {
    expect(departures(arrayOf(FiniteNumber), many)).toEqual([
      { pointer: '/3', expected: 'finite number', actual: '"x"' },
    ])
  })

  it('name the first wrong metric, and no more of very many', () => {
    expect(departures(Metrics, Object.fromEntries(many.map((value, index) => [`m${index}`, value])))).toEqual(
      [{ pointer: '/m3', expected: 'finite number', actual: '"x"' }],
    )
  })

  it('say of what is no array, and no metrics, what was expected', () => {
    expect(departures(arrayOf(FiniteNumber), {})).toEqual([
      { pointer: '', expected: 'array of finite number', actual: 'an object' },
    ])
    expect(departures(Metrics, [])).toEqual([
      { pointer: '', expected: 'object of finite numbers', actual: 'an array' },
    ])
  })

  it('are none of what conforms, a metric named __proto__ too', () => {
    expect(departures(arrayOf(FiniteNumber), [1, 2.5])).toEqual([])
    expect(departures(Metrics, JSON.parse('{"__proto__":1,"constructor":2}'))).toEqual([])
    expect(departures(Metrics, JSON.parse('{"__proto__":"x"}'))).toHaveLength(1)
  })
})
