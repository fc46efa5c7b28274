// Outlines of JSON: offsets agree with JSON.parse on valid text; broken text is walked to its end.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../test/generators/seed.ts'
import { RisingPlaces, findSyntaxError, locateInJson } from './locate-json.ts'
import { outlineJson } from './outline-json.ts'

const anyJson = fc.jsonValue({ maxDepth: 4 })
const anyFile = fc.oneof(
  fc.array(anyJson, { maxLength: 5 }),
  fc.dictionary(fc.stringMatching(/^[a-z{["':,]{0,4}$/), fc.oneof(anyJson, fc.array(anyJson)), { maxKeys: 5 }),
)

test('what stands between the places of an item is that item', () => {
  fc.assert(
    fc.property(anyFile, fc.constantFrom('', ' ', '\n\t'), (json, indent) => {
      const text = JSON.stringify(json, undefined, indent)
      const outline = outlineJson(text, 0, text.length, 100)
      expect(outline.end).toBe(text.length)
      const parse = ({ starts, ends }: typeof outline.items): unknown[] =>
        starts.map((start, k) => JSON.parse(text.slice(start, ends[k])) as unknown)
      expect(parse(outline.items)).toEqual(Array.isArray(json) ? JSON.parse(text) : [])
      const members = Object.entries(Array.isArray(json) ? {} : (JSON.parse(text) as object))
      expect([...outline.members.keys()]).toEqual(members.map(([key]) => JSON.stringify(key).slice(1, -1)))
      for (const [key, value] of members) {
        const member = outline.members.get(JSON.stringify(key).slice(1, -1))!
        expect(parse(member.items)).toEqual(Array.isArray(value) ? value : [])
        expect(member.at).toBe(locateInJson(text, 0, text.length, [key]))
      }
    }),
  )
})

test('any text at all is walked', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[],:"\\a1 \n'), maxLength: 60 }), (text) => {
      const { items, members, end, containerCount } = outlineJson(text, 0, text.length, 10)
      expect(end).toBeLessThanOrEqual(text.length)
      expect(containerCount).toBeLessThanOrEqual(text.length)
      for (const list of [items, ...[...members.values()].map((member) => member.items)]) {
        expect(list.ends.length).toBe(list.starts.length)
        expect(list.starts.every((start, k) => start <= list.ends[k]!)).toBe(true)
      }
      const { at, what } = findSyntaxError(text, 0, text.length)
      expect(at).toBeLessThanOrEqual(text.length)
      expect(what).not.toBe('')
    }),
    { numRuns: 2000 },
  )
})

test('nesting and crowds are found where they begin', () => {
  expect(outlineJson('[[[[]]]]', 0, 8, 2).deepAt).toBe(2)
  expect(outlineJson('[[[[]]]]', 0, 8, 4).deepAt).toBeUndefined()
  const crowd = `[{${Array.from({ length: 101 }, () => '"a":1').join(',')}}]`
  expect(outlineJson(crowd, 0, crowd.length, 4).crowdedAt).toBe(crowd.length - 4)
})

test('lines and columns of rising offsets', () => {
  const text = 'ab\n\ncd\n'
  const places = new RisingPlaces(text)
  const found = Array.from(text, (_, at) => places.placeAt(at)).map(({ line, column }) => `${line}:${column}`)
  expect(found).toEqual(['1:1', '1:2', '1:3', '2:1', '3:1', '3:2', '3:3'])
})
