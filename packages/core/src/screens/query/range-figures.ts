/** What is told of the selected cells of a grid, counted in slices and again when the cells change. */
import { atom, type ReadableAtom } from 'nanostores'
import type { Disposable } from '../../kernel/screen.js'
import { runInSlices } from '../../kernel/slices.js'
import type { Clock } from '../../ports/index.js'
import type { CellRange } from '../../rules/results/grid-range.js'
import { createSelectionCounter, type SelectionFigures } from '../../rules/results/selection-figures.js'
import type { ShownGrid } from './shown-grid.js'

export interface RangeFigures extends Disposable {
  /** Null: one cell or none is selected. */
  readonly $figures: ReadableAtom<SelectionFigures | null>
  /** @param range null: one cell or none */
  select(range: CellRange | null): void
  /** Other values are where the selected cells were. */
  countAgain(): void
}

type CountedGrid = Pick<ShownGrid, 'rows' | 'fields'>

export function createRangeFigures(clock: Clock, $grid: ReadableAtom<CountedGrid | null>): RangeFigures {
  const $figures = atom<SelectionFigures | null>(null)
  let selected: CellRange | null = null
  let stop = () => {}
  const countAgain = () => {
    stop()
    const grid = $grid.get()
    if (!selected || !grid || selected.top >= grid.rows.length) return $figures.set(null)
    stop = runInSlices(clock, figuresOf(grid, selected), (figures) => $figures.set(figures))
  }
  return {
    $figures,
    select(range) {
      selected = range
      countAgain()
    },
    countAgain,
    dispose: () => stop(),
  }
}

const CELLS_OF_A_STEP = 2000

function* figuresOf({ rows, fields }: CountedGrid, range: CellRange): Generator<void, SelectionFigures> {
  const counter = createSelectionCounter(
    fields.slice(range.left, range.right + 1).map(({ dataType }) => dataType),
  )
  let counted = 0
  for (let row = range.top; row <= Math.min(range.bottom, rows.length - 1); row++) {
    for (let column = range.left; column <= Math.min(range.right, fields.length - 1); column++) {
      counter.add(rows.cell(row, column))
      if (++counted % CELLS_OF_A_STEP === 0) yield
    }
  }
  return counter.figures()
}
