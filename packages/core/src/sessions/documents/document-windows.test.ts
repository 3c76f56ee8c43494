/** A document that several windows have open: what one takes from another, and what it keeps. */
import { expect, test, vi } from 'vitest'
import { FOLLOWED_SAVE_MS } from '../../rules/documents/document-following.js'
import {
  conflicted,
  held,
  opened,
  recorded,
  refuseOnce,
  setUp,
  version,
  type Fields,
} from '../../testing/document-stage.js'
import type { DocumentRecord } from './document-records.js'

test.each<[string, Partial<DocumentRecord<Fields>>, object]>([
  [
    'a newer version',
    { base: '6', baseText: 'digest', fields: { name: 'New', note: '' } },
    { base: '6', baseText: 'digest', stored: { name: 'New' }, typed: {}, isNotSavedInDatabaseYet: false },
  ],
  [
    'what was typed on the same version',
    { fields: { name: 'Typed', note: '' }, changed: ['name'], from: { name: 'Stored' } },
    { base: '5', stored: { name: 'Stored' }, typed: { name: 'Typed' } },
  ],
  [
    'what was typed on an older version',
    { base: '4', fields: { name: 'Typed', note: 'old' }, changed: ['name'], from: { name: 'Older' } },
    { base: '5', stored: { name: 'Stored', note: '' }, typed: { name: 'Typed' } },
  ],
  [
    'a record without a version',
    { base: null, fields: { name: 'Untitled', note: '' } },
    { base: '5', stored: { name: 'Stored' }, typed: {} },
  ],
])('another window wrote %s', (_, more, expected) => {
  const { document, local } = opened()
  document.follow(recorded(more))
  expect(local()).toMatchObject(expected)
})

test('typing here stays when another window wrote on an older version', () => {
  const { document, local } = opened()
  document.update({ note: 'mine' })
  document.follow(recorded({ base: '4' }))
  expect(local().typed).toEqual({ note: 'mine' })
  document.follow(recorded())
  expect(local().typed).toEqual({})
})

test('the first version that another window saved is one here too', () => {
  const { document, local } = setUp({ isNew: true, text: 'x' })
  document.follow(recorded({ base: null }))
  expect(local()).toMatchObject({ base: null, isNotSavedInDatabaseYet: true })
  document.follow(recorded({ base: '5' }))
  expect(local()).toMatchObject({ base: '5', isNotSavedInDatabaseYet: false, needsSave: true })
})

test('a form that follows another window needs a save while something is typed', () => {
  const typed = { fields: { name: 'Typed', note: '' }, changed: ['name'], from: { name: 'Stored' } }
  const { document, local } = opened({ isForm: true })
  document.follow(recorded(typed))
  expect(local().needsSave).toBe(true)
  document.follow(recorded())
  expect(local().needsSave).toBe(false)
})

test('a document that saves itself keeps its own need when it follows another window', () => {
  const { document, local } = opened()
  document.follow(
    recorded({ fields: { name: 'Typed', note: '' }, changed: ['name'], from: { name: 'Stored' } }),
  )
  expect(local().needsSave).toBe(false)
})

const unsaved = (more: Partial<DocumentRecord<Fields>> = {}) =>
  recorded({ needsSave: true, isTextChanged: true, ...more })

test('a need that another window has ends with its record, one of this window with its own save', async () => {
  const { document, local, seen, type } = opened()
  document.follow(unsaved())
  expect(local()).toMatchObject({ needsSave: true, isTextChanged: true })
  document.follow(recorded())
  expect(local()).toMatchObject({ needsSave: false, isTextChanged: false })
  document.follow(unsaved())
  type('mine')
  document.follow(recorded())
  expect(local()).toMatchObject({ needsSave: true, isTextChanged: true })
  await document.save()
  expect(seen.sent).toHaveLength(1)
  expect(local().needsSave).toBe(false)
})

test('what another window has not saved for a minute is saved here', () => {
  const { host, document, seen } = opened()
  document.follow(unsaved())
  host.clock.advance(30_000)
  document.follow(unsaved())
  host.clock.advance(FOLLOWED_SAVE_MS - 1)
  expect(seen.sent).toEqual([])
  host.clock.advance(1)
  expect(seen.sent).toHaveLength(1)
})

test('what was typed on an older version is not saved over a newer one', () => {
  const { document, host, local, seen } = opened()
  document.follow(unsaved({ base: '4' }))
  host.clock.advance(FOLLOWED_SAVE_MS)
  expect(local().needsSave).toBe(false)
  expect(seen.sent).toEqual([])
})

test('a save that was refused in another window is tried here once, which tells why', async () => {
  const stage = opened()
  stage.draft.set('mine')
  const theirs = version('7', { text: 'theirs' })
  refuseOnce(stage, { type: 'conflict', stored: theirs })
  stage.document.follow(unsaved({ isRefused: true }))
  await vi.waitFor(() => expect(stage.document.$choice.get()).toMatchObject({ by: 'other', theirs }))
  expect(stage.seen.written.at(-1)).toMatchObject({ needsSave: true, isRefused: true })
  stage.document.follow(unsaved({ isRefused: true }))
  expect(stage.seen.sent).toHaveLength(1)
})

test('a choice ends with the one that was made in another window, and not before', async () => {
  const { document, local } = await conflicted()
  document.follow(unsaved({ base: '6' }))
  expect(document.$choice.get()).not.toBeNull()
  expect(local().problem).toMatchObject({ type: 'conflict' })
  document.follow(recorded({ base: '7' }))
  expect(document.$choice.get()).toBeNull()
  expect(local()).toMatchObject({ saving: 'IDLE', needsSave: false, base: '7' })
  expect(local().problem).toBeUndefined()
})

test('a failure that another window may overcome is not called refused', async () => {
  const stage = opened()
  stage.type('mine')
  refuseOnce(stage, { type: 'again-later' })
  await stage.document.save()
  expect(stage.seen.written.at(-1)).toMatchObject({ needsSave: true, isRefused: false })
})

test('what another window types during a save is still to be saved', async () => {
  const stage = opened()
  const answer = held(stage)
  stage.type('mine')
  const saving = stage.document.save()
  stage.document.follow(unsaved())
  stage.draft.set('theirs')
  answer()
  await saving
  expect(stage.local()).toMatchObject({ needsSave: true, isTextChanged: true })
  expect(stage.seen.touched).toBe(2)
})

test('what is typed here during a save is saved here, whatever another window saves', async () => {
  const stage = opened()
  const answer = held(stage)
  stage.type('one')
  const saving = stage.document.save()
  stage.document.follow(unsaved())
  stage.type('two')
  answer()
  await saving
  stage.document.follow(recorded({ base: '6' }))
  expect(stage.local().needsSave).toBe(true)
})

test('a text that another window typed and saved during a save is not saved again', async () => {
  const stage = opened()
  const answer = held(stage)
  stage.type('mine')
  const saving = stage.document.save()
  stage.draft.set('theirs')
  answer()
  await saving
  expect(stage.local().needsSave).toBe(false)
})

test('what was chosen here is saved here', async () => {
  const stage = await conflicted()
  refuseOnce(stage, { type: 'again-later' })
  await stage.document.keepMine()
  stage.document.follow(recorded({ base: '7' }))
  expect(stage.local().needsSave).toBe(true)
})

test('a document that is saved on demand is not saved for another window', () => {
  const { document, host, seen } = opened({ isOnDemand: true })
  document.follow(
    unsaved({ fields: { name: 'Typed', note: '' }, changed: ['name'], from: { name: 'Stored' } }),
  )
  host.clock.advance(FOLLOWED_SAVE_MS)
  expect(seen.sent).toEqual([])
})

test('what is to be saved here waits for its own time, also when another window was refused', () => {
  const { document, seen, type } = opened()
  type('mine')
  document.follow(unsaved({ isRefused: true }))
  expect(seen.sent).toEqual([])
})

test('windows agree on whether it was deleted', () => {
  const { document, seen } = opened()
  document.follow(recorded({ isDeleted: true }))
  expect(document.$status.get()).toEqual({ status: 'deleted' })
  document.follow(recorded({ isDeleted: false }))
  expect(document.$status.get()).toEqual({ status: 'ready' })
  expect(seen.written).toEqual([])
  const loading = setUp()
  loading.document.follow(recorded())
  expect(loading.document.$status.get()).toEqual({ status: 'loading' })
})

test('a deletion, and its undoing, is written', () => {
  const { document, seen } = opened()
  document.setDeleted(true)
  expect(document.$status.get()).toEqual({ status: 'deleted' })
  expect(seen.written.at(-1)).toMatchObject({ isDeleted: true })
  document.setDeleted(false)
  expect(document.$status.get()).toEqual({ status: 'ready' })
  expect(seen.written.at(-1)).toMatchObject({ isDeleted: false })
})

test('blanks that are not sent are neither a change nor a conflict', async () => {
  const normal = ({ name, note }: Fields) => ({ name: name.trim(), note: note.trim() })
  const { document, seen } = opened({ normal })
  document.update({ name: ' Stored ' })
  await document.save()
  expect(seen.sent[0]).toMatchObject({ fields: { name: 'Stored' }, changed: new Set() })
  const other = opened({ normal })
  other.document.update({ name: 'Theirs ' })
  refuseOnce(other, { type: 'conflict', stored: version('7', { name: ' Theirs', text: 'text 5' }) })
  expect(await other.document.save()).toEqual({ type: 'done' })
  expect(other.document.$choice.get()).toBeNull()
})

test('a form is no text: a new one needs no save, and a stored one is shown when it is read', () => {
  expect(setUp({ isForm: true, isNew: true }).local().needsSave).toBe(false)
  const stored = setUp({ isForm: true, record: recorded() })
  expect(stored.status()).toBe('loading')
  stored.document.textChanged()
  stored.document.textChanged()
  expect(stored.seen.touched).toBe(0)
  stored.document.takeTheirs()
  stored.document.adopt(version('6', { name: 'Shown', text: null }))
  expect(stored.local().stored.name).toBe('Shown')
})

test('a choice in a form has nothing between windows to keep', async () => {
  const { document, local } = opened({ isForm: true })
  document.update({ name: 'Mine' })
  expect(await document.keepMine()).toEqual({ type: 'waiting' })
  document.revert()
  expect(local().typed).toEqual({})
  const unread = setUp({ isForm: true })
  unread.document.update({ name: 'Mine' })
  unread.document.revert()
  expect(unread.local().typed).toEqual({ name: 'Mine' })
})

test('a document that saves itself does not take what is stored when its field is typed back', () => {
  const { document, seen, local } = opened()
  document.update({ name: 'Mine' })
  document.update({ name: 'Stored' })
  expect(local()).toMatchObject({ typed: {}, needsSave: true })
  expect(seen.touched).toBe(2)
})
