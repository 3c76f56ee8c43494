import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import type { ShownCell } from '../parts/shown-cell.js'
import type { PartContent } from './part-content.js'
import { createSortedPart } from './sorted-part.js'

const column = (key: string) => ({ key, label: key, align: 'start' as const, isName: key === 'name' })
const row = (id: string, ...cells: ShownCell[]) => ({
  id,
  cells: [{ kind: 'text' as const, text: id }, ...cells],
})
const bytes = (text: string, amount: number): ShownCell => ({ kind: 'number', text, amount })

const SIZES: PartContent = {
  status: 'table',
  columns: [column('name'), column('size')],
  rows: [
    row('b10', bytes('2 MB', 2_000_000)),
    row('b9', { kind: 'none', text: '–' }),
    row('a', bytes('900 kB', 900_000)),
    row('c', bytes('10 bytes', 10)),
  ],
}

function shownIds(part: ReturnType<typeof createSortedPart>): string[] {
  const content = part.$content?.get()
  return content?.status === 'table' ? content.rows.map(({ id }) => id) : []
}

test('a table stands as it was answered until a heading is pressed', () => {
  const part = createSortedPart(atom(SIZES))
  expect(part.sorting.$value.get()).toBeNull()
  expect(shownIds(part)).toEqual(['b10', 'b9', 'a', 'c'])
})

test('words go up first, a second press turns them around', () => {
  const part = createSortedPart(atom(SIZES))
  part.sorting.by('name')
  expect(shownIds(part)).toEqual(['a', 'b9', 'b10', 'c'])
  part.sorting.by('name')
  expect(shownIds(part)).toEqual(['c', 'b10', 'b9', 'a'])
})

test('of sizes the largest comes first, by its bytes, and what has none comes last', () => {
  const part = createSortedPart(atom(SIZES))
  part.sorting.by('size')
  expect(part.sorting.$value.get()).toEqual({ key: 'size', descending: true })
  expect(shownIds(part)).toEqual(['b10', 'a', 'c', 'b9'])
  part.sorting.by('size')
  expect(shownIds(part)).toEqual(['c', 'a', 'b10', 'b9'])
})

test('an order stays while the table is asked for again', () => {
  const $content = atom<PartContent>(SIZES)
  const part = createSortedPart($content)
  part.sorting.by('name')
  $content.set({ status: 'loading' })
  expect(part.$content?.get()).toEqual({ status: 'loading' })
  $content.set({ ...SIZES, rows: SIZES.rows.slice(2) })
  expect(shownIds(part)).toEqual(['a', 'c'])
})
