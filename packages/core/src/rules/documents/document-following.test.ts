import { expect, test } from 'vitest'
import { afterFollowed, followed, type FollowingWindow, type SaveNeed } from './document-following.js'
import type { DocumentState } from './document-saving.js'

test.each<[string, SaveNeed, SaveNeed, boolean, SaveNeed]>([
  ['a text that was typed there', need(false), need(true, true), false, need(true, true)],
  ['a text that was saved there', need(true, true), need(false), false, need(false)],
  ['a save there, while this one has a text to save', need(true, true), need(false), true, need(true, true)],
  ['a text there, while this one has a name to save', need(true), need(true, true), true, need(true, true)],
  ['a name there, while this one has a name to save', need(true), need(true), true, need(true)],
  [
    'a text that is not to be saved, while this one has a name',
    need(true),
    need(false, true),
    true,
    need(true),
  ],
])('a window follows %s', (_, mine, other, isOwn, expected) => {
  expect(afterFollowed(mine, other, isOwn)).toEqual(expected)
})

interface Fields {
  name: string
  note: string
}
type State = DocumentState<Fields> & { problem?: unknown }

const window: FollowingWindow = {
  isSaving: false,
  isAutosaved: true,
  isNeedFollowed: false,
  choiceAbout: null,
}
const here: State = {
  stored: { name: 'a', note: '' },
  typed: {},
  base: '5',
  baseText: 'five',
  needsSave: false,
  isTextChanged: false,
  saving: 'IDLE',
  isNotSavedInDatabaseYet: true,
}

test('what is unsaved there is unsaved here, as its change', () => {
  const other = { ...here, typed: { name: 'b' }, needsSave: true }
  expect(followed<Fields, State>(here, other, window)).toEqual({
    state: { ...here, typed: { name: 'b' }, needsSave: true },
    isChosen: false,
    isNeedFollowed: true,
  })
})

test('what was saved there is saved here, and this window builds on the newer version', () => {
  const mine: State = {
    ...here,
    typed: { name: 'b' },
    needsSave: true,
    saving: 'UPDATING_FAILED',
    problem: 'no',
  }
  const other = { ...here, stored: { name: 'b', note: '' }, base: '6', baseText: 'six' }
  const { state, isNeedFollowed } = followed<Fields, State>(mine, other, { ...window, isNeedFollowed: true })
  expect(isNeedFollowed).toBe(false)
  expect(state).toEqual({
    ...here,
    stored: { name: 'b', note: '' },
    base: '6',
    baseText: 'six',
    problem: undefined,
    isNotSavedInDatabaseYet: false,
  })
})

test('a change of its own stays to be saved here', () => {
  const mine: State = { ...here, typed: { note: 'x' }, needsSave: true }
  const other = { ...here, typed: { note: 'x' } }
  expect(followed<Fields, State>(mine, other, window)).toMatchObject({
    state: { needsSave: true, saving: 'IDLE' },
    isNeedFollowed: false,
  })
})

test('a window that is late changes neither the base nor what has to be saved', () => {
  const mine: State = { ...here, base: '7', typed: { note: 'mine' } }
  const other = {
    ...here,
    stored: { name: 'old', note: '' },
    typed: { name: 'b' },
    needsSave: true,
    baseText: 'old',
  }
  expect(followed<Fields, State>(mine, other, window).state).toEqual({
    ...mine,
    typed: { note: 'mine', name: 'b' },
  })
})

test('while a save is on its way, what has to be saved is known by its answer', () => {
  const other = { ...here, typed: { name: 'b' }, needsSave: true, isTextChanged: true }
  const { state } = followed<Fields, State>(here, other, { ...window, isSaving: true })
  expect(state).toEqual({ ...here, typed: { name: 'b' } })
})

test('a document that has no version yet has none from another window', () => {
  const mine: State = { ...here, base: null }
  expect(followed<Fields, State>(mine, { ...mine, baseText: 'other' }, window).state).toEqual(mine)
})

test('without autosave a change waits in each window, and is gone with the change', () => {
  const manual = { ...window, isAutosaved: false }
  const other = { ...here, typed: { name: 'b' }, isTextChanged: true }
  const changed = followed<Fields, State>(here, other, manual).state
  expect(changed).toEqual({ ...here, typed: { name: 'b' }, needsSave: true })
  const failed: State = { ...changed, saving: 'UPDATING_FAILED', problem: 'no' }
  expect(followed<Fields, State>(failed, here, manual).state).toEqual({ ...here, problem: undefined })
})

test.each([
  ['an older version', '6', '5', false],
  ['that version', '6', '6', true],
  ['a newer version', '6', '7', true],
  ['no version', '6', null, false],
  ['a version, while no choice is open', null, '6', false],
])('a choice that was made there ends here: %s', (_, choiceAbout, base, isChosen) => {
  const mine: State = { ...here, needsSave: true, saving: 'UPDATING_FAILED', problem: 'conflict' }
  const other = { ...here, base, needsSave: true }
  const after = followed<Fields, State>(mine, other, { ...window, choiceAbout })
  expect(after.isChosen).toBe(isChosen)
  expect(after.state.problem).toBe(isChosen ? undefined : 'conflict')
  expect(after.isNeedFollowed).toBe(isChosen)
})

function need(needsSave: boolean, isTextChanged = false): SaveNeed {
  return { needsSave, isTextChanged }
}
