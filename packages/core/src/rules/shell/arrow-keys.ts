/**
 * Where an arrow key leads in a list or a toolbar that is one stop of the Tab key. The arrows along it go from one row to the
 * next, the other two along the controls of a row; Home and End lead to its ends.
 * @rule arrow-keys  @spec §2
 */

/** A control: the row it is in, and its place in the row; both from 0. */
export interface RovingStop {
  row: number
  control: number
}

/** A list goes down, a toolbar and a row of tabs go across. */
export type RovingAxis = 'down' | 'across'

const STEPS = {
  down: { ArrowDown: 'next', ArrowUp: 'previous', ArrowRight: 'in', ArrowLeft: 'out' },
  across: { ArrowRight: 'next', ArrowLeft: 'previous', ArrowDown: 'in', ArrowUp: 'out' },
} as const satisfies Record<RovingAxis, Record<string, string>>

/**
 * The control that gets the focus; undefined: the key has no meaning here, as at an end.
 * @param pressed `KeyboardEvent.key`
 * @param at the control that has the focus
 * @param rows how many controls each row has, at least one
 */
export function arrowTarget(
  pressed: string,
  at: RovingStop,
  rows: readonly number[],
  axis: RovingAxis,
): RovingStop | undefined {
  const last = rows.length - 1
  const rowAt = (row: number) =>
    row === at.row || row < 0 || row > last
      ? undefined
      : { row, control: Math.min(at.control, (rows[row] ?? 1) - 1) }
  const controlAt = (control: number) =>
    control < 0 || control >= (rows[at.row] ?? 0) ? undefined : { row: at.row, control }
  if (pressed === 'Home') return rowAt(0)
  if (pressed === 'End') return rowAt(last)
  const steps: Readonly<Record<string, 'next' | 'previous' | 'in' | 'out'>> = STEPS[axis]
  switch (steps[pressed]) {
    case 'next':
      return rowAt(at.row + 1)
    case 'previous':
      return rowAt(at.row - 1)
    case 'in':
      return controlAt(at.control + 1)
    case 'out':
      return controlAt(at.control - 1)
    default:
      return undefined
  }
}
