/** Values that one key gives a cell: a boolean that is turned over, the present date or time. */
import type { Cell } from '@basedeck/platform-client/contract'
import type { Clock } from '../../ports/index.js'
import { presentText, turnedOver } from '../../rules/values/quick-value.js'
import type { NewValue } from '../../rules/table-editor/staged-edits.js'
import type { TableColumn } from '../../sql/table-detail.js'

export interface QuickValueParts {
  clock: Clock
  columnAt(column: number): TableColumn | undefined
  /** The whole value; null: it can't be read, and the user was told. */
  valueAt(row: number, column: number): Promise<{ value: Cell } | null>
  refusalAt(row: number, column: number): string | null
  /** Tells the user why the cell can't be changed. */
  refuse(row: number, column: number, isChange: boolean): void
  setCell(row: number, column: number, value: NewValue): Promise<void>
}

export interface QuickValues {
  /** Turns a boolean over; NULL becomes true. @returns false: the column holds no booleans, and the key types a blank */
  turnOver(row: number, column: number): boolean
  /** Writes the present date or time in the zone of this machine. @returns false: the column holds neither */
  writePresent(row: number, column: number): boolean
}

export function createQuickValues(parts: QuickValueParts): QuickValues {
  const { clock, columnAt, valueAt, refusalAt, refuse, setCell } = parts
  const set = async (row: number, column: number, text: string) =>
    setCell(row, column, { type: 'text', text })
  return {
    turnOver(row, column) {
      const of = columnAt(column)
      if (!of || turnedOver(of.type, null) === null) return false
      if (refusalAt(row, column) !== null) refuse(row, column, true)
      else
        void valueAt(row, column).then(async (stored) => {
          const turned = stored && turnedOver(of.type, stored.value)
          if (turned) await set(row, column, turned)
        })
      return true
    },
    writePresent(row, column) {
      const of = columnAt(column)
      const now = clock.now()
      const text = of ? presentText(of.type, now, -new Date(now).getTimezoneOffset()) : null
      if (text === null) return false
      if (refusalAt(row, column) !== null) refuse(row, column, true)
      else void set(row, column, text)
      return true
    },
  }
}
