import { PlatformError } from '@basedeck/platform-client'
import { atom } from 'nanostores'
import { nonEmpty, object, pipe, string, trim } from 'valibot'
import { expect, test } from 'vitest'
import { createEdit } from './edit.js'
import type { Remote } from './query-store.js'

interface Thing {
  name: string
  email: string
  updated_at: string
}

/** A thing on a server, which others change too, and its form. */
function setUp() {
  let stored: Thing = { name: 'Orders', email: 'a@b.c', updated_at: '1' }
  const sent: Partial<Thing>[] = []
  const $stored = atom<Remote<Thing>>({ status: 'loading' })
  const show = () => $stored.set({ status: 'ready', data: stored, refreshing: false })
  const change = (changes: Partial<Thing>) => {
    stored = { ...stored, ...changes, updated_at: String(Number(stored.updated_at) + 1) }
  }
  const edit = createEdit({
    schema: object({ name: pipe(string(), trim(), nonEmpty('Empty')), email: string() }),
    $stored,
    initial: { name: '', email: '' },
    valuesOf: ({ name, email }: Thing) => ({ name, email }),
    async save(changes, expected) {
      if (expected !== stored.updated_at)
        throw new PlatformError('http', 'Somebody else', { status: 409, code: 'stale' })
      sent.push(changes)
      change(changes)
      show()
    },
    async load() {
      show()
      return stored
    },
  })
  return { edit, sent, show, change, stored: () => stored }
}

test('it shows what is stored, and sends only what was changed', async () => {
  const { edit, sent, show } = setUp()
  show()
  expect(edit.form.$values.get()).toEqual({ name: 'Orders', email: 'a@b.c' })
  edit.form.set('name', '  Shop ')
  expect(await edit.form.submit()).toEqual({ type: 'done' })
  expect(sent).toEqual([{ name: 'Shop' }])
  expect(edit.form.$values.get()).toEqual({ name: 'Shop', email: 'a@b.c' })
  expect(edit.form.$isChanged.get()).toBe(false)
})

test('blanks around a name are no change', async () => {
  const { edit, sent, show } = setUp()
  show()
  edit.form.set('name', 'Orders ')
  expect(await edit.form.submit()).toEqual({ type: 'done' })
  expect(sent).toEqual([])
  expect(edit.form.$values.get().name).toBe('Orders')
})

test('while nothing is typed it follows what others change', () => {
  const { edit, show, change } = setUp()
  show()
  change({ name: 'Theirs' })
  show()
  expect(edit.form.$values.get().name).toBe('Theirs')
})

test('both changed the same: nothing is written, both stand beside each other', async () => {
  const { edit, sent, show, change, stored } = setUp()
  show()
  edit.form.set('name', 'Mine')
  change({ name: 'Theirs' })
  // Even when their change is seen on the way.
  show()
  expect(await edit.form.submit()).toEqual({ type: 'failed' })
  expect(edit.$conflicts.get()).toEqual([{ field: 'name', mine: 'Mine', theirs: 'Theirs' }])
  expect(edit.form.$values.get().name).toBe('Mine')
  expect([sent, stored().name]).toEqual([[], 'Theirs'])
})

test('mine can be kept', async () => {
  const { edit, show, change, stored } = setUp()
  show()
  edit.form.set('name', 'Mine')
  change({ name: 'Theirs' })
  await edit.form.submit()
  await edit.keepMine()
  expect(stored().name).toBe('Mine')
  expect(edit.$conflicts.get()).toBeNull()
  expect(edit.form.$isChanged.get()).toBe(false)
})

test('theirs can be taken', async () => {
  const { edit, sent, show, change } = setUp()
  show()
  edit.form.set('name', 'Mine')
  change({ name: 'Theirs' })
  await edit.form.submit()
  edit.takeTheirs()
  expect(edit.form.$values.get().name).toBe('Theirs')
  expect([edit.$conflicts.get(), sent, edit.form.$state.get().status]).toEqual([null, [], 'idle'])
})

test('a third change between the question and the answer asks again', async () => {
  const { edit, show, change, stored } = setUp()
  show()
  edit.form.set('name', 'Mine')
  change({ name: 'Theirs' })
  await edit.form.submit()
  change({ name: 'A third' })
  await edit.keepMine()
  expect(edit.$conflicts.get()).toEqual([{ field: 'name', mine: 'Mine', theirs: 'A third' }])
  expect(stored().name).toBe('A third')
})

test('somebody changed something else: both changes stay', async () => {
  const { edit, show, change, stored } = setUp()
  show()
  edit.form.set('name', 'Mine')
  change({ email: 'new@b.c' })
  expect(await edit.form.submit()).toEqual({ type: 'done' })
  expect(stored()).toMatchObject({ name: 'Mine', email: 'new@b.c' })
  expect(edit.form.$values.get()).toEqual({ name: 'Mine', email: 'new@b.c' })
})

test('both changed it to the same: nothing is left to do', async () => {
  const { edit, sent, show, change } = setUp()
  show()
  edit.form.set('name', 'Same')
  change({ name: 'Same' })
  expect(await edit.form.submit()).toEqual({ type: 'done' })
  expect([sent, edit.form.$isChanged.get()]).toEqual([[], false])
})

test('typing it back by hand ends the conflict', async () => {
  const { edit, show, change } = setUp()
  show()
  edit.form.set('name', 'Mine')
  change({ name: 'Theirs' })
  await edit.form.submit()
  edit.form.set('name', 'Orders')
  expect(edit.$conflicts.get()).toBeNull()
  expect(edit.form.$values.get().name).toBe('Theirs')
})
