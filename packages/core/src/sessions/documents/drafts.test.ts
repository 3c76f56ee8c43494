import { expect, test } from 'vitest'
import { createMemoryHost } from '../../testing/memory-host.js'
import { createDrafts, DRAFT_BATCH_MS } from './drafts.js'

const KEY = 'basedeck:draft:default/1'

const noOwner = () => undefined

function setUp() {
  const host = createMemoryHost()
  const drafts = createDrafts(host, noOwner)
  return { host, drafts, draft: drafts.open('default/1') }
}

test('a keystroke is kept after one batch, not before', () => {
  const { host, draft } = setUp()
  draft.set('s')
  draft.set('se')
  host.clock.advance(DRAFT_BATCH_MS - 1)
  expect(host.storage.get(KEY)).toBeNull()
  host.clock.advance(1)
  expect(host.storage.get(KEY)).toBe('se')
})

test('typing without a pause is still kept every batch', () => {
  const { host, draft } = setUp()
  for (let typed = 1; typed <= 30; typed++) {
    draft.set('x'.repeat(typed))
    host.clock.advance(10)
  }
  expect(host.storage.get(KEY)?.length).toBeGreaterThanOrEqual(20)
})

test('a hidden or closed window keeps what was typed at once', () => {
  const { host, draft } = setUp()
  draft.set('select 1')
  host.hide()
  expect(host.storage.get(KEY)).toBe('select 1')
})

test('ending the deck keeps what was typed', () => {
  const { host, drafts, draft } = setUp()
  draft.set('select 1')
  drafts.dispose()
  expect(host.storage.get(KEY)).toBe('select 1')
})

test('a reload finds the text', () => {
  const { host, drafts, draft } = setUp()
  draft.set('select 1')
  drafts.dispose()
  expect(createDrafts(host, noOwner).open('default/1').$text.get()).toBe('select 1')
})

test('a text the device can’t keep says so, and says when it can again', () => {
  const { host, draft } = setUp()
  host.storage.full = true
  draft.set('x'.repeat(9))
  host.clock.advance(DRAFT_BATCH_MS)
  expect(draft.$kept.get()).toBe(false)
  expect(draft.$text.get()).toBe('x'.repeat(9))
  host.storage.full = false
  draft.set('x')
  host.clock.advance(DRAFT_BATCH_MS)
  expect(draft.$kept.get()).toBe(true)
})

test('windows on one draft follow each other', () => {
  const { host, draft } = setUp()
  host.storage.writeElsewhere(KEY, 'select 2')
  expect(draft.$text.get()).toBe('select 2')
  expect(draft.$theirs.get()).toBeNull()
})

test('typing at the same moment is a choice, and nothing is overwritten before it', () => {
  const { host, draft } = setUp()
  draft.set('mine')
  host.storage.writeElsewhere(KEY, 'theirs')
  expect(draft.$theirs.get()).toBe('theirs')
  host.clock.advance(DRAFT_BATCH_MS)
  expect(host.storage.get(KEY)).toBe('theirs')
  draft.keepMine()
  host.clock.advance(DRAFT_BATCH_MS)
  expect(host.storage.get(KEY)).toBe('mine')
})

test('a reload in the middle of a choice finds both texts, and the choice', () => {
  const { host, drafts, draft } = setUp()
  draft.set('mine')
  host.storage.writeElsewhere(KEY, 'theirs')
  draft.set('mine, and more')
  drafts.dispose()
  const again = createDrafts(host, noOwner).open('default/1')
  expect(again.$text.get()).toBe('mine, and more')
  expect(again.$theirs.get()).toBe('theirs')
  again.keepMine()
  host.clock.advance(DRAFT_BATCH_MS)
  expect(host.storage.get(KEY)).toBe('mine, and more')
  const settled = createDrafts(host, noOwner).open('default/1')
  expect([settled.$text.get(), settled.$theirs.get()]).toEqual(['mine, and more', null])
})

test('the other window’s text can be taken', () => {
  const { host, draft } = setUp()
  draft.set('mine')
  host.storage.writeElsewhere(KEY, 'theirs')
  draft.takeTheirs()
  expect(draft.$text.get()).toBe('theirs')
  expect(draft.$theirs.get()).toBeNull()
})

test('the same key is the same draft, another key another', () => {
  const { drafts, draft } = setUp()
  expect(drafts.open('default/1')).toBe(draft)
  expect(drafts.open('default/2')).not.toBe(draft)
})

test('the next user finds nothing of the previous one, and a returning user finds their own drafts', () => {
  const host = createMemoryHost()
  let person = 'ada'
  const drafts = createDrafts(host, () => person)
  drafts.open('default/1').set('select * from salaries')
  host.clock.advance(DRAFT_BATCH_MS)
  person = 'bea'
  const other = drafts.open('default/1')
  expect(other.$text.get()).toBe('')
  other.set('select 1')
  host.clock.advance(DRAFT_BATCH_MS)
  expect(
    createDrafts(host, () => 'ada')
      .open('default/1')
      .$text.get(),
  ).toBe('select * from salaries')
  expect(
    createDrafts(host, () => 'bea')
      .open('default/1')
      .$text.get(),
  ).toBe('select 1')
})

test('what was written before there were accounts is not shown to any account', () => {
  const host = createMemoryHost()
  host.storage.set(KEY, 'select 1')
  expect(
    createDrafts(host, () => 'ada')
      .open('default/1')
      .$text.get(),
  ).toBe('')
})

test('while the choice is open, later text of the other window is offered, and mine stays', () => {
  const { host, draft } = setUp()
  draft.set('mine')
  host.storage.writeElsewhere(KEY, 'theirs')
  // No keystroke waits to be kept any more.
  host.clock.advance(DRAFT_BATCH_MS)
  host.storage.writeElsewhere(KEY, 'theirs, and more')
  expect([draft.$text.get(), draft.$theirs.get()]).toEqual(['mine', 'theirs, and more'])
})

test('a choice is kept under names of its two texts', () => {
  const { host, drafts, draft } = setUp()
  expect(draft.$kept.get()).toBe(true)
  draft.set('mine')
  host.storage.writeElsewhere(KEY, 'theirs')
  drafts.dispose()
  expect(host.storage.get('basedeck:draft-mine:default/1')).toBe('mine')
  const again = createDrafts(host, noOwner).open('default/1')
  again.takeTheirs()
  expect(host.storage.get('basedeck:draft-mine:default/1')).toBeNull()
  expect(again.$text.get()).toBe('theirs')
})

test('other names, other drafts and removals of other windows change nothing here', () => {
  const { host, draft } = setUp()
  draft.set('mine')
  host.clock.advance(DRAFT_BATCH_MS)
  host.storage.writeElsewhere('elsewhere:draf:default/1', 'not a draft')
  host.storage.writeElsewhere('basedeck:draft:default/2', 'not open')
  host.storage.writeElsewhere(KEY, null as never)
  expect([draft.$text.get(), draft.$theirs.get()]).toEqual(['mine', null])
})

test('what another window wrote twice is the text here, and no choice', () => {
  const { host, draft } = setUp()
  draft.set('same')
  host.storage.writeElsewhere(KEY, 'same')
  expect(draft.$theirs.get()).toBeNull()
  host.storage.writeElsewhere(KEY, 'theirs')
  expect(draft.$theirs.get()).toBe('theirs')
  host.storage.writeElsewhere(KEY, 'same')
  expect(draft.$theirs.get()).toBeNull()
})

test('a stored choice of two equal texts is no choice', () => {
  const host = createMemoryHost()
  host.storage.set(KEY, 'same')
  host.storage.set('basedeck:draft-mine:default/1', 'same')
  expect(createDrafts(host, noOwner).open('default/1').$theirs.get()).toBeNull()
})

test('the same text again is no keystroke, and no choice is nothing to take', () => {
  const { host, draft } = setUp()
  draft.set('')
  draft.takeTheirs()
  host.clock.advance(DRAFT_BATCH_MS)
  host.hide()
  expect(host.storage.get(KEY)).toBeNull()
  expect(draft.$text.get()).toBe('')
})

test('a dropped draft leaves nothing on the device, also where it waited or was a choice', () => {
  const { host, drafts, draft } = setUp()
  draft.set('mine')
  host.storage.writeElsewhere(KEY, 'theirs')
  drafts.drop('default/1')
  drafts.drop('default/never-open')
  host.clock.advance(DRAFT_BATCH_MS)
  expect([...host.storage.values.keys()].filter((key) => key.includes('draft'))).toEqual([])
  expect(drafts.open('default/1')).not.toBe(draft)
})

test('after its end it follows no window', () => {
  const { host, drafts, draft } = setUp()
  drafts.dispose()
  host.storage.writeElsewhere(KEY, 'theirs')
  expect(draft.$text.get()).toBe('')
})

test('a storage that tells nothing of other windows keeps drafts all the same', () => {
  const host = createMemoryHost()
  const { subscribe: _subscribe, ...storage } = host.storage
  const drafts = createDrafts({ ...host, storage }, noOwner)
  drafts.open('default/1').set('select 1')
  drafts.dispose()
  expect(host.storage.get(KEY)).toBe('select 1')
})
