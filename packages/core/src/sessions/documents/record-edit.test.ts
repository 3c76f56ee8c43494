import { PlatformError } from '@basedeck/platform-client'
import { atom } from 'nanostores'
import { nonEmpty, object, pipe, string, trim } from 'valibot'
import { expect, test } from 'vitest'
import { createLazyServices, type LazyServices } from '../../kernel/lazy-services.js'
import type { Remote } from '../../kernel/query-store.js'
import { createMemoryHost, type MemoryHost } from '../../testing/memory-host.js'
import { formText } from '../../text/form.js'
import { createRecordEdit, type RecordEditContext } from './record-edit.js'

interface Thing {
  name: string
  email: string
  updated_at: string
}

/** A thing on a server, which others change too, and its form. */
function setUp(person?: { id: string }) {
  let stored: Thing = { name: 'Orders', email: 'a@b.c', updated_at: '1' }
  const sent: Partial<Thing>[] = []
  let refusal: PlatformError | undefined
  const $stored = atom<Remote<Thing>>({ status: 'loading' })
  const show = () => $stored.set({ status: 'ready', data: stored, refreshing: false })
  const change = (changes: Partial<Thing>) => {
    stored = { ...stored, ...changes, updated_at: String(Number(stored.updated_at) + 1) }
  }
  const openWindow = (host: MemoryHost) =>
    createRecordEdit(contextOf(host, person), {
      key: 'thing/1',
      schema: object({ name: pipe(string(), trim(), nonEmpty('Empty')), email: string() }),
      $stored,
      initial: { name: '', email: '' },
      valuesOf: ({ name, email }: Thing) => ({ name, email }),
      async save(changes, expected) {
        if (refusal) throw refusal
        if (expected !== stored.updated_at)
          throw new PlatformError('http', 'Somebody else', { status: 409, code: 'stale' })
        sent.push(changes)
        change(changes)
        show()
        return stored
      },
      async load() {
        show()
        return stored
      },
    })
  const host = createMemoryHost()
  const refuse = (error: PlatformError | undefined) => void (refusal = error)
  return { edit: openWindow(host), host, openWindow, sent, show, change, refuse, stored: () => stored }
}

function contextOf(host: MemoryHost, person?: { id: string }): RecordEditContext {
  const lazy: LazyServices<RecordEditContext> = createLazyServices(() => context)
  const account = { $person: atom(person) } as RecordEditContext['account']
  const context: RecordEditContext = { host, account, lazy }
  return context
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

test('both changed the same: nothing is written, both are shown side by side', async () => {
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

test('another user changed another field: both changes stay', async () => {
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

test('what was typed is found again after a reload, and says so until it is typed further', () => {
  const { edit, host, openWindow, show } = setUp()
  show()
  edit.form.set('name', 'Half typed')
  expect(edit.form.$isRestored.get()).toBe(false)
  edit.dispose()
  const { form } = openWindow(host)
  expect(form.$values.get()).toEqual({ name: 'Half typed', email: 'a@b.c' })
  expect([form.$isRestored.get(), form.$isChanged.get()]).toEqual([true, true])
  form.set('name', 'Typed')
  expect(form.$isRestored.get()).toBe(false)
})

test('what was typed before a reload meets what another person saved meanwhile: a choice', () => {
  const { edit, host, openWindow, show, change } = setUp()
  show()
  edit.form.set('name', 'Mine')
  edit.dispose()
  change({ name: 'Theirs' })
  show()
  const again = openWindow(host)
  expect(again.$conflicts.get()).toEqual([{ field: 'name', mine: 'Mine', theirs: 'Theirs' }])
})

test('another person’s change of another field is no conflict, also after a reload', async () => {
  const { edit, host, openWindow, show, change, stored } = setUp()
  show()
  edit.form.set('name', 'Mine')
  edit.dispose()
  change({ email: 'new@b.c' })
  show()
  const again = openWindow(host)
  expect(again.$conflicts.get()).toBeNull()
  expect(await again.form.submit()).toEqual({ type: 'done' })
  expect(stored()).toMatchObject({ name: 'Mine', email: 'new@b.c' })
})

test('saved or discarded, nothing of it is found again', async () => {
  const { edit, host, openWindow, show } = setUp()
  show()
  edit.form.set('name', 'Saved')
  await edit.form.submit()
  expect(openWindow(host).form.$isChanged.get()).toBe(false)
  edit.form.set('name', 'Discarded')
  edit.form.reset()
  const { form } = openWindow(host)
  expect([form.$isChanged.get(), form.$values.get().name]).toEqual([false, 'Saved'])
})

test('a failed save keeps what was typed, and is tried when that is asked for', async () => {
  const { edit, show, change, stored } = setUp()
  show()
  edit.form.set('name', '')
  expect(await edit.form.submit()).toEqual({ type: 'invalid', field: 'name' })
  edit.form.set('name', 'Mine')
  change({ name: 'Theirs' })
  await edit.form.submit()
  // The choice is open: nothing is sent before it is made.
  expect(await edit.form.submit()).toEqual({ type: 'failed' })
  expect(stored().name).toBe('Theirs')
})

test('a window sees what another one types, and what it saved', async () => {
  const { edit, host, openWindow, show } = setUp()
  show()
  const other = createMemoryHost()
  const second = openWindow(other)
  edit.form.set('name', 'Typed in the first')
  for (const [key, text] of host.storage.values) other.storage.writeElsewhere(key, text)
  expect(second.form.$values.get().name).toBe('Typed in the first')
  expect(second.form.$isChanged.get()).toBe(true)
  await edit.form.submit()
  for (const [key, text] of host.storage.values) other.storage.writeElsewhere(key, text)
  expect([second.form.$values.get().name, second.form.$isChanged.get()]).toEqual([
    'Typed in the first',
    false,
  ])
  expect(second.$conflicts.get()).toBeNull()
})

test('a kept field that holds something else by now is left alone', () => {
  const { edit, host, openWindow, show } = setUp()
  show()
  edit.form.set('name', 'Typed')
  const [key = ''] = [...host.storage.values.keys()].filter((name) => name.startsWith('basedeck:document:'))
  const record = JSON.parse(host.storage.get(key) ?? '{}') as { meta: object }
  host.storage.set(key, JSON.stringify({ ...record, meta: { ...record.meta, name: 7 } }))
  expect(openWindow(host).form.$values.get().email).toBe('a@b.c')
})

test.each([
  ['a refusal', new PlatformError('http', 'Too long', { status: 400, code: 'invalid_body' })],
  ['one that may pass', new PlatformError('http', 'Busy', { status: 503 })],
  [
    'one that means something else elsewhere',
    new PlatformError('http', 'Gone', { status: 404, code: 'snippet_not_found' }),
  ],
  ['a platform that is away', new PlatformError('network', 'No answer')],
])('%s of the platform is the form’s, what was typed stays, and the next save is tried', async (_, error) => {
  const { edit, show, refuse, stored } = setUp()
  show()
  edit.form.set('name', 'Mine')
  refuse(error)
  expect(await edit.form.submit()).toEqual({ type: 'failed' })
  expect(edit.form.$state.get()).toMatchObject({ status: 'failed', error })
  expect(edit.form.$values.get().name).toBe('Mine')
  expect(edit.$conflicts.get()).toBeNull()
  refuse(undefined)
  expect(await edit.form.submit()).toEqual({ type: 'done' })
  expect(stored().name).toBe('Mine')
})

test('before anything was read nothing is sent, nor after a reload', async () => {
  const { edit, sent, host, openWindow } = setUp()
  edit.form.set('name', 'Mine')
  expect(await edit.form.submit()).toEqual({ type: 'failed' })
  edit.dispose()
  const again = openWindow(host)
  expect(again.form.$values.get().name).toBe('Mine')
  expect(await again.form.submit()).toEqual({ type: 'failed' })
  expect(again.$conflicts.get()).toBeNull()
  expect(sent).toEqual([])
})

test('each person of a browser finds only what they typed', () => {
  const { edit, host, show } = setUp({ id: 'ada' })
  show()
  edit.form.set('name', 'Mine')
  expect([...host.storage.values.keys()]).toContain('basedeck:document:@ada/thing/1')
  const other = setUp({ id: 'bea' })
  other.show()
  expect(other.openWindow(host).form.$values.get().name).toBe('Orders')
})

test('an open choice is named as what comes first', async () => {
  const { edit, show, change } = setUp()
  show()
  edit.form.set('name', 'Mine')
  change({ name: 'Theirs' })
  await edit.form.submit()
  await edit.form.submit()
  expect(edit.form.$state.get()).toMatchObject({ error: { kind: 'http', message: formText.chooseFirst } })
})

test('after mine was kept, the next save asks nothing', async () => {
  const { edit, show, change, stored } = setUp()
  show()
  edit.form.set('name', 'Mine')
  change({ name: 'Theirs' })
  await edit.form.submit()
  await edit.keepMine()
  edit.form.set('name', 'Mine again')
  expect(await edit.form.submit()).toEqual({ type: 'done' })
  expect(stored().name).toBe('Mine again')
})

test('a form where nothing was typed is not called restored', () => {
  const { edit, host, openWindow, show } = setUp()
  show()
  edit.form.set('name', 'Mine')
  edit.form.set('name', 'Orders')
  expect(openWindow(host).form.$isRestored.get()).toBe(false)
})

test('it is on this device under its name', () => {
  const { edit, host, show } = setUp()
  show()
  edit.form.set('name', 'Mine')
  expect([...host.storage.values.keys()]).toContain('basedeck:document:thing/1')
  edit.dispose()
})

test('another thing’s record is not this one’s', () => {
  const { edit, host, show } = setUp()
  show()
  edit.form.set('name', 'Mine')
  const text = host.storage.get('basedeck:document:thing/1') ?? ''
  edit.form.set('name', 'Mine, and more')
  host.storage.writeElsewhere('basedeck:document:thing/2', text)
  expect(edit.form.$values.get().name).toBe('Mine, and more')
})
