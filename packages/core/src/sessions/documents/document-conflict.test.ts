/** Two versions of a document: whose text is taken, and the choice where both changed the same. */
import { expect, test } from 'vitest'
import {
  conflicted,
  held,
  opened,
  recorded,
  refused,
  refuseOnce,
  setUp,
  version,
  type Stored,
} from '../../testing/document-stage.js'

test.each<[string, (stage: ReturnType<typeof setUp>) => Partial<Stored>]>([
  ['was made by a save of this device', ({ seen }) => ({ saveId: seen.sent[0]?.saveId ?? '' })],
  ['was made by another window’s save', () => ({ saveId: 'theirs' })],
  ['has a text that was sent from here', () => ({ text: 'mine' })],
  ['is the base of another window', () => ({ at: '9' })],
  ['changed another field', () => ({ name: 'Stored', note: 'theirs', text: 'text 5' })],
  ['changed the same field to the same', () => ({ name: 'Mine', text: 'text 5' })],
])('a version that %s is no conflict: the save is repeated on it', async (_, more) => {
  const stage = opened()
  stage.answers.shared = recorded({ saves: ['theirs'], base: '9' })
  stage.document.update({ name: 'Mine' })
  stage.type('mine')
  const { send } = stage.answers
  stage.answers.send = async () => {
    stage.answers.send = send
    stage.answers.refusal = {
      type: 'conflict',
      stored: version('7', { name: 'Theirs', text: 'theirs', ...more(stage) }),
    }
    throw refused()
  }
  expect(await stage.document.save()).toEqual({ type: 'done' })
  expect(stage.document.$choice.get()).toBeNull()
  expect(stage.seen.sent[1]).toMatchObject({ fields: { name: 'Mine' }, text: 'mine' })
  expect(stage.seen.sent[1]?.base).not.toBe('5')
})

test('their text is taken, when none was typed here; a field that both changed last wins where it is not asked about', async () => {
  const stage = opened()
  stage.document.update({ note: 'mine' })
  refuseOnce(stage, { type: 'conflict', stored: version('7', { note: 'theirs', text: 'theirs' }) })
  expect(await stage.document.save()).toEqual({ type: 'done' })
  expect(stage.draft.$text.get()).toBe('theirs')
  expect(stage.seen.sent[1]).toMatchObject({ fields: { note: 'mine' }, text: 'theirs', base: '7' })
})

test('two versions are a choice, and nothing is saved before it', async () => {
  const { document, seen, theirs, outcome, local } = await conflicted()
  expect(outcome).toMatchObject({ type: 'failed', problem: { type: 'conflict' } })
  const choice = { by: 'other', theirs, fields: ['name'], isTextInConflict: true }
  expect(document.$choice.get()).toEqual(choice)
  expect(await document.save()).toEqual({ type: 'waiting' })
  document.adopt(version('8'))
  expect(document.$choice.get()).toEqual(choice)
  expect(local().base).toBe('5')
  expect(seen.sent).toHaveLength(1)
})

test('mine is kept by saving it over theirs', async () => {
  const { document, seen, draft } = await conflicted()
  expect(await document.keepMine()).toEqual({ type: 'done' })
  expect(seen.sent[1]).toMatchObject({ base: '7', fields: { name: 'Mine' }, text: 'mine' })
  expect(document.$choice.get()).toBeNull()
  expect(draft.$text.get()).toBe('mine')
})

test.each(['takeTheirs', 'revert'] as const)('theirs is taken whole by %s', async (how) => {
  const { document, seen, draft, local } = await conflicted()
  document[how]()
  expect(document.$choice.get()).toBeNull()
  expect(draft.$text.get()).toBe('theirs')
  expect(local()).toMatchObject({ stored: { name: 'Theirs' }, typed: {}, base: '7', needsSave: false })
  expect(local().problem).toBeUndefined()
  expect(seen.sent).toHaveLength(1)
})

test('in a form, typing the stored value ends the choice, and theirs is shown', async () => {
  const { document, local } = await conflicted({ isForm: true })
  document.update({ name: 'Stored' })
  expect(document.$choice.get()).toBeNull()
  expect(local()).toMatchObject({ stored: { name: 'Theirs' }, typed: {}, needsSave: false })
})

test('a form needs a save while it differs', () => {
  const { document, local, seen } = setUp({ isForm: true })
  document.update({ name: 'Mine' })
  expect(local()).toMatchObject({ needsSave: true, typed: { name: 'Mine' } })
  document.update({ name: 'Untitled' })
  expect(local()).toMatchObject({ needsSave: false, typed: {} })
  expect(seen.touched).toBe(0)
})

test('where two windows typed, neither text is saved before the choice', async () => {
  const stage = opened()
  const key = 'basedeck:draft:1'
  stage.type('mine')
  const atTyping = stage.seen.touched
  stage.host.storage.writeElsewhere(key, 'theirs')
  expect(stage.seen.touched).toBe(atTyping)
  expect(stage.document.$choice.get()).toEqual({ by: 'window', text: 'theirs' })
  expect(await stage.document.save()).toEqual({ type: 'waiting' })
  const before = stage.seen.touched
  expect(await stage.document.keepMine()).toEqual({ type: 'waiting' })
  expect(stage.document.$choice.get()).toBeNull()
  expect(stage.seen.touched).toBe(before + 1)
  expect(stage.draft.$text.get()).toBe('mine')
  stage.type('mine again')
  stage.host.storage.writeElsewhere(key, 'theirs again')
  const touched = stage.seen.touched
  stage.document.takeTheirs()
  expect(stage.draft.$text.get()).toBe('theirs again')
  expect(stage.seen.touched).toBe(touched + 1)
})

test('a text that is saved on demand waits in each window for its save, also after a choice', async () => {
  const { document, draft, host, type, local } = opened({ isOnDemand: true })
  type('mine')
  host.storage.writeElsewhere('basedeck:draft:1', 'theirs')
  expect(await document.save()).toEqual({ type: 'waiting' })
  document.takeTheirs()
  expect(draft.$text.get()).toBe('theirs')
  expect(local()).toMatchObject({ needsSave: true, saving: 'IDLE' })
  expect(await document.save()).toEqual({ type: 'done' })
})

test('a save that meets a choice between windows waits for it, and is not under way', async () => {
  const stage = opened()
  const answer = held(stage)
  stage.type('mine')
  const saving = stage.document.save()
  stage.host.storage.writeElsewhere('basedeck:draft:1', 'theirs')
  stage.answers.refusal = { type: 'conflict', stored: version('7', { name: 'Other', text: 'text 5' }) }
  answer(refused())
  expect(await saving).toEqual({ type: 'waiting' })
  expect(stage.local()).toMatchObject({ saving: 'IDLE', needsSave: true, base: '7' })
})

test('what is typed in a form during its save is still to be saved', async () => {
  const stage = opened({ isForm: true })
  const answer = held(stage)
  stage.document.update({ name: 'Mine' })
  const saving = stage.document.save()
  stage.document.update({ name: 'Mine', note: 'more' })
  answer()
  expect(await saving).toEqual({ type: 'done' })
  expect(stage.local()).toMatchObject({ typed: { note: 'more' }, needsSave: true, base: '6' })
})

test('a form that was saved asks when another person changes the same afterwards', async () => {
  const stage = opened({ isForm: true })
  stage.document.update({ name: 'Mine' })
  expect(await stage.document.save()).toEqual({ type: 'done' })
  stage.document.update({ name: 'Mine again' })
  stage.document.adopt(version('7', { name: 'Theirs', text: null }))
  expect(stage.document.$choice.get()).toMatchObject({ by: 'other', fields: ['name'] })
})

test('a choice between windows where nothing waits to be saved begins no save', async () => {
  const stage = opened()
  stage.draft.set('mine')
  stage.host.storage.writeElsewhere('basedeck:draft:1', 'theirs')
  stage.document.takeTheirs()
  expect(stage.seen.touched).toBe(0)
})
