import { expect, test } from 'vitest'
import type { ControlStatement, Written } from './control-database.js'
import { createGroupedLines } from './grouped-lines.js'

const line = (name: string): ControlStatement => ({ sql: name })

function setUp() {
  const groups: string[][] = []
  const ends: ((outcome?: Error) => void)[] = []
  const lines = createGroupedLines({
    append: (statements) =>
      new Promise<Written>((resolve, reject) => {
        groups.push(statements.map(({ sql }) => sql))
        ends.push((error) => (error ? reject(error) : resolve({ ok: true, rows: [] })))
      }),
  })
  return { groups, ends, lines }
}

const settled = async () => {
  await new Promise(setImmediate)
}

test('a single entry is committed at once; entries that arrive meanwhile are committed together', async () => {
  const { groups, ends, lines } = setUp()
  const written: string[] = []
  for (const name of ['a', 'b', 'c']) void lines.write(line(name)).then(() => written.push(name))
  expect(groups).toEqual([['a']])
  ends[0]?.()
  await settled()
  expect(written).toEqual(['a'])
  expect(groups).toEqual([['a'], ['b', 'c']])
  ends[1]?.()
  await settled()
  expect(written).toEqual(['a', 'b', 'c'])
})

test('a failed group rejects each of its entries, and the next group is committed', async () => {
  const { groups, ends, lines } = setUp()
  const first = lines.write(line('a'))
  const second = lines.write(line('b'))
  ends[0]?.(new Error('no disk'))
  await expect(first).rejects.toThrow('no disk')
  await settled()
  ends[1]?.()
  await second
  expect(groups).toEqual([['a'], ['b']])
})
