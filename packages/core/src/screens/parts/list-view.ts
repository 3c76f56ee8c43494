/** A list of rows as a page shows it. */
import type { ShownCell } from './shown-cell.js'

/** A column of the list. The one that `isName` names the row. */
export interface ListColumn {
  key: string
  label: string
  align: 'start' | 'end'
  isName: boolean
}

/** An entry of the list. `cells` has one cell for each column, in order. */
export interface ListRow {
  id: string
  cells: ShownCell[]
  /** Where its name leads; absent: nowhere. */
  href?: string
  /** What its panel would show is in the row already. */
  hasNoDetails?: true
}

/** What the page shows in the place of its list, or the list. */
export type ListView =
  | { status: 'loading' }
  | { status: 'failed'; title: string; detail: string; retry: () => void }
  | {
      status: 'empty'
      title: string
      body: string
      /** What to do next: look for everything again, make the first one (who may write), or go to the SQL editor. */
      step: 'clear' | 'begin' | 'sql'
    }
  | {
      status: 'ready'
      rows: ListRow[]
      hasMore: boolean
      loadingMore: boolean
      /** Another search is under way. */
      outdated: boolean
      problem?: string
    }

export interface Choice {
  value: string
  label: string
}
