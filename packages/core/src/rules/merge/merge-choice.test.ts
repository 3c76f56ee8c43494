import type { MergeObject } from '@basedeck/platform-client'
import { expect, test } from 'vitest'
import { firstChoice, objectsWith, withObject, withoutObject } from './merge-choice.js'

const object = (id: string, needs: string[] = [], conflict = false): MergeObject => ({
  id,
  kind: 'table',
  schema: 'app',
  name: id,
  verb: 'create',
  changes: [
    {
      kind: 'table',
      schema: 'app',
      name: id,
      verb: 'create',
      sql: `create table ${id} (total int)`,
      lock: null,
      rewrites: false,
      loses_data: false,
      is_alone: false,
    },
  ],
  theirs: conflict,
  conflict,
  needs,
  definitions: { base: null, parent: null, branch: null },
})
const chain = [object('a', ['b']), object('b', ['c']), object('c', ['a']), object('d', ['b']), object('e')]

test.each<[string, string[], string[]]>([
  ['a', [], ['a', 'b', 'c']],
  ['d', [], ['a', 'b', 'c', 'd']],
  ['e', ['d'], ['d', 'e']],
])('%s is chosen with all that it needs', (id, before, after) => {
  expect([...withObject(chain, new Set(before), id)].sort()).toEqual(after)
})

test.each<[string, string[]]>([
  ['b', ['e']],
  ['d', ['a', 'b', 'c', 'e']],
  ['e', ['a', 'b', 'c', 'd']],
])('%s is left out with all that needs it', (id, after) => {
  expect([...withoutObject(chain, new Set('abcde'), id)].sort()).toEqual(after)
})

test('a merge begins with what is no conflict and needs none, and without settings', () => {
  const value = (id: string, conflict: boolean) => ({
    id,
    conflict,
    base: null,
    parent: null,
    branch: '1',
    secret: false,
  })
  const first = firstChoice({
    objects: [object('a', ['b']), object('b', [], true), object('c')],
    buckets: [value('calm', false), value('both', true)],
  })
  expect(first).toEqual({ objects: new Set(['c']), buckets: new Set(['calm']), auth: new Set() })
})

test.each<[string, string[]]>([
  ['', ['a', 'b']],
  ['APP.a', ['a']],
  ['table total', ['a', 'b']],
  ['table view', []],
])('"%s" is found in names, kinds and SQL', (words, found) => {
  expect(objectsWith([object('a'), object('b')], words).map(({ id }) => id)).toEqual(found)
})
