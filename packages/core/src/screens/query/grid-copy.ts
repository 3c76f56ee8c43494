/** What is copied out of the grid: a cell, a row, a block. */
import type { Cell } from '@basedeck/platform-client/contract'
import type { ReadableAtom } from 'nanostores'
import { copyText } from '../../kernel/copy-text.js'
import { blockHtml, isExact, lossAsText } from '../../rules/results/cell-block.js'
import { copiedAs, type CopyFormat } from '../../rules/results/copy-format.js'
import { blockOf, blockText, isSingleCell, type CellRange } from '../../rules/results/grid-range.js'
import type { GridField } from '../../rules/results/results-grid.js'
import { rowSetOf, type RowSet } from '../../sql/row-set.js'
import { sqlText } from '../../text/sql-editor.js'
import { sqlResultsText as text } from '../../text/sql-results.js'
import type { Needs } from '../context.js'
import type { ShownGrid } from './shown-grid.js'

export interface GridCopy {
  copyCell(row: number, column: number): Promise<void>
  copyRow(row: number): Promise<void>
  copyRange(range: CellRange): Promise<void>
  /** Copies the block, and empties its cells once it is in the clipboard whole. */
  cutRange(range: CellRange): Promise<void>
  /** The block with its heads, or as a file or a list of values would hold it. */
  copyRangeAs(format: CopyFormat, range: CellRange): Promise<void>
}

export interface GridCopyParts {
  /** What is shown; null: no rows. */
  $grid: ReadableAtom<Pick<ShownGrid, 'rows' | 'fields' | 'isCut'> | null>
  /** The name in the copied INSERT statements. */
  table(): string
  /**
   * The stored value of a cell of which the grid shows only the beginning. Null: it can't be read; the user was told.
   * Absent: the beginning is all that there is.
   */
  wholeAt?(row: number, column: number): Promise<{ value: Cell } | null>
  /** Empties cells. */
  clear(range: CellRange): Promise<void>
}

/** A block to copy, with rows and columns that count from its first cell. */
interface Taken {
  fields: readonly GridField[]
  rows: RowSet
  range: CellRange
  /** Values of which only the beginning is there. */
  cut: number
}

/** Cut values that are read for one copy: more would keep the user waiting. */
const WHOLES_MAX = 200

export function createGridCopy(
  { host }: Needs<'host'>,
  { $grid, table, wholeAt, clear }: GridCopyParts,
): GridCopy {
  /** Null: it can't be copied whole; the user was told. */
  const taken = async (range: CellRange): Promise<Taken | null> => {
    const grid = $grid.get()
    if (!grid) return null
    const cut = cutCells(grid, range)
    if (cut.length === 0 || !wholeAt) return { ...grid, range, cut: cut.length }
    if (cut.length > WHOLES_MAX) {
      host.notifier.notify({ kind: 'error', message: text.tooManyLong(cut.length) })
      return null
    }
    const bottom = Math.min(range.bottom, grid.rows.length - 1)
    const block = Array.from({ length: bottom - range.top + 1 }, (_, row) =>
      grid.rows.row(range.top + row).slice(range.left, range.right + 1),
    )
    const wholes = await Promise.all(cut.map(({ row, column }) => wholeAt(row, column)))
    for (const [at, { row, column }] of cut.entries()) {
      const whole = wholes[at]
      const cells = block[row - range.top]
      if (!whole || !cells) return null
      block[row - range.top] = cells.with(column - range.left, whole.value)
    }
    return {
      fields: grid.fields.slice(range.left, range.right + 1),
      rows: rowSetOf(block),
      range: { top: 0, bottom: block.length - 1, left: 0, right: range.right - range.left },
      cut: 0,
    }
  }
  const tell = (message: string, kind: 'success' | 'info', details: readonly string[]) =>
    host.notifier.notify({ kind, message, ...(details.length > 0 ? { detail: details.join('\n') } : {}) })
  const cutRemark = (cut: number) => (cut > 0 ? [text.copiedCut(cut)] : [])

  /** @returns whether the values are in the clipboard, whole; if not, the user was told */
  const copy = async (range: CellRange, said: string): Promise<boolean> => {
    const block = await taken(range)
    if (!block) return false
    const cells = blockOf(block, block.range)
    const plain = blockText(cells)
    const isWhole = isExact(cells, plain)
    const types = block.fields.slice(block.range.left, block.range.right + 1).map(({ dataType }) => dataType)
    if (!(await copyText(host, plain, isWhole ? blockHtml(cells, types) : undefined))) return false
    const loss = isWhole ? null : lossAsText(cells)
    tell(said, block.cut > 0 ? 'info' : 'success', [
      ...cutRemark(block.cut),
      ...(loss ? [text.copiedAsText[loss]] : []),
    ])
    return block.cut === 0
  }
  return {
    async copyCell(row, column) {
      await copy({ top: row, bottom: row, left: column, right: column }, sqlText.copied)
    },
    async copyRow(row) {
      const right = ($grid.get()?.fields.length ?? 0) - 1
      await copy({ top: row, bottom: row, left: 0, right }, text.copiedRow)
    },
    async copyRangeAs(format, range) {
      const block = await taken(range)
      if (!block) return
      const copied = copiedAs(format, { ...block, table: table() }, block.range)
      const name = text.copyFormats[format]
      if (copied.text === null)
        return host.notifier.notify({
          kind: 'error',
          message: text.nothingCopied(name),
          detail: text.onlyNulls,
        })
      if (!(await copyText(host, copied.text))) return
      tell(text.copiedAs(name), copied.leftOut + block.cut > 0 ? 'info' : 'success', [
        ...cutRemark(block.cut),
        ...(copied.leftOut > 0 ? [text.nullsLeftOut(copied.leftOut)] : []),
      ])
    },
    async copyRange(range) {
      await copy(range, saidOf(range))
    },
    async cutRange(range) {
      if (await copy(range, saidOf(range))) await clear(range)
    },
  }
}

function cutCells(
  { rows, fields, isCut }: Pick<ShownGrid, 'rows' | 'fields' | 'isCut'>,
  { top, bottom, left, right }: CellRange,
): { row: number; column: number }[] {
  const found: { row: number; column: number }[] = []
  for (let row = top; row <= Math.min(bottom, rows.length - 1); row++)
    for (let column = left; column <= Math.min(right, fields.length - 1); column++)
      if (isCut(row, column)) found.push({ row, column })
  return found
}

function saidOf(range: CellRange): string {
  const { top, bottom, left, right } = range
  return isSingleCell(range) ? sqlText.copied : text.copiedCells((bottom - top + 1) * (right - left + 1))
}
