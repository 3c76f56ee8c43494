/**
 * Undo and redo over states that are replaced as a whole.
 * @rule grid.edit-history  @spec §4
 */

/** A state, the states before it and, after an undo, those behind it. */
export interface EditHistory<State> {
  past: readonly State[]
  present: State
  future: readonly State[]
}

/** How many steps can be undone. */
export const UNDO_STEPS = 200

/** A history that begins. */
export function historyOf<State>(present: State): EditHistory<State> {
  return { past: [], present, future: [] }
}

/** The state changes; what was undone before can no longer be redone. The same state is no step. */
export function afterStep<State>(history: EditHistory<State>, next: State): EditHistory<State> {
  if (next === history.present) return history
  return { past: [...history.past, history.present].slice(-UNDO_STEPS), present: next, future: [] }
}

/** One step back; without a step before, the same history. */
export function afterUndo<State>(history: EditHistory<State>): EditHistory<State> {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
  }
}

/** One step forward again; without an undone step, the same history. */
export function afterRedo<State>(history: EditHistory<State>): EditHistory<State> {
  const [next, ...rest] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.present], present: next, future: rest }
}
