import { atom } from 'nanostores'
import { expect, test, vi } from 'vitest'
import { NO_EDITS } from '../../rules/table-editor/staged-edits.js'
import type { EditedGrid } from '../editing/edited-grid.js'
import { createSavedRow } from './saved-row.js'

const gridOf = (page: readonly string[], ...added: string[]) =>
  ({
    page,
    newRows: added.length,
    keyAt: (row: number) => [...added, ...page][row] ?? null,
  }) as unknown as EditedGrid
const oneInserted = { ...NO_EDITS, inserts: [{ id: 'n1', values: {} }] }
const before = ['a', 'b']

function open() {
  const $grid = atom<EditedGrid | null>(gridOf(before, 'n1'))
  const shownRows = () => {
    const grid = $grid.get()
    return grid ? grid.newRows + (grid.page as readonly string[]).length : 0
  }
  const goTo = vi.fn<(row: number, column: number) => void>()
  return { $grid, goTo, savedRow: createSavedRow({ $grid, shownRows, goTo }) }
}

test('the selection of a new row goes on to the stored row, when the page is read again', () => {
  const { $grid, goTo, savedRow } = open()
  savedRow.follow(0, 2)
  savedRow.saved(oneInserted)
  $grid.set(gridOf(before))
  expect(goTo).not.toHaveBeenCalled()
  $grid.set(gridOf(['a', 'b', 'c']))
  expect(goTo).toHaveBeenCalledExactlyOnceWith(2, 2)
  $grid.set(gridOf(['a', 'b', 'c', 'd']))
  expect(goTo).toHaveBeenCalledTimes(1)
  savedRow.dispose()
})

test('a new row that is selected only while it is saved is followed, too', () => {
  const { $grid, goTo, savedRow } = open()
  savedRow.saved(oneInserted)
  savedRow.follow(0, 1)
  $grid.set(gridOf(['a', 'b', 'c']))
  expect(goTo).toHaveBeenCalledExactlyOnceWith(2, 1)
  savedRow.dispose()
})

test('it stays where the user went meanwhile, or where the new row was not selected', () => {
  const { $grid, goTo, savedRow } = open()
  savedRow.follow(0, 2)
  savedRow.saved(oneInserted)
  savedRow.follow(1, 0)
  $grid.set(gridOf(['a', 'b', 'c']))
  $grid.set(gridOf(before, 'n1'))
  savedRow.follow(2, 0)
  savedRow.saved(oneInserted)
  $grid.set(gridOf(['a', 'b', 'c']))
  expect(goTo).not.toHaveBeenCalled()
  savedRow.dispose()
})
