import { expect, test } from 'vitest'
import { afterRedo, afterStep, afterUndo, historyOf, UNDO_STEPS } from './edit-history.js'

const steps = (...states: string[]) => states.reduce(afterStep<string>, historyOf('start'))

test('steps are undone in their order and redone', () => {
  const all = steps('a', 'b')
  const undone = afterUndo(afterUndo(all))
  expect(afterUndo(all).present).toBe('a')
  expect(undone.present).toBe('start')
  expect(afterUndo(undone)).toBe(undone)
  expect(afterRedo(afterRedo(undone))).toEqual(all)
  expect(afterRedo(all)).toBe(all)
})

test('a history that begins has nothing to undo or redo', () => {
  const history = historyOf('start')
  expect(afterUndo(history)).toBe(history)
  expect(afterRedo(history)).toBe(history)
})

test('a new step ends what could be redone', () => {
  const other = afterStep(afterUndo(steps('a', 'b')), 'c')
  expect(afterRedo(other)).toBe(other)
  expect(afterUndo(other).present).toBe('a')
})

test('the same state is no step, and only the last steps are kept', () => {
  const once = steps('a')
  expect(afterStep(once, 'a')).toBe(once)
  const many = steps(...Array.from({ length: UNDO_STEPS + 5 }, (_, at) => `s${at}`))
  expect(many.past).toHaveLength(UNDO_STEPS)
  expect(many.past[0]).toBe('s4')
})
