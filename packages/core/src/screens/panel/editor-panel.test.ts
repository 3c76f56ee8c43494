import { createFakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deck } from '../../deck.js'
import { testDeck } from '../../testing/test-deck.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import type { EditorPanel } from './editor-panel.js'

const eventually: typeof vi.waitFor = (check) => vi.waitFor(check)
const E = {
  key: 'e',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  repeat: false,
}

let deck: Deck | undefined
afterEach(() => deck?.dispose())

async function open(path = '/project/default/settings/general') {
  const host = createMemoryHost(path)
  const fake = createFakePlatform()
  const opened = (deck = testDeck(host, fake))
  await eventually(() => expect(opened.$runtime.get().status).toBe('ready'))
  const shown = () => opened.shell.beside.$editorPanel.get()
  const stop = opened.shell.beside.$editorPanel.subscribe(() => {})
  const panel = async (): Promise<EditorPanel> => {
    opened.actions.press(E, false)
    await eventually(() => expect(typeof shown()).toBe('object'))
    return shown() as EditorPanel
  }
  return { host, fake, deck: opened, shown, panel, stop }
}

test('e opens it beside any page of a project, and closes it', async () => {
  const { deck, shown, panel } = await open()
  await panel()
  deck.router.open('/project/default/database/tables')
  expect(typeof shown()).toBe('object')
  deck.actions.press(E, false)
  expect(shown()).toBeNull()
})

test('what is written and run in it outlives it', async () => {
  const { deck, panel } = await open()
  const first = await panel()
  first.pane.type('select 1 as a')
  await first.pane.run()
  first.close()
  const second = await panel()
  expect(second).not.toBe(first)
  expect(second.pane.draft.$text.get()).toBe('select 1 as a')
  expect(second.pane.$run.get().status).toBe('success')
  expect(deck.$screen.get().name).toBe('projectSettings')
})

test('a plain select is limited to 100 rows, whatever was chosen for the page', async () => {
  const { deck, fake, panel } = await open()
  deck.preferences.$rowLimit.set(-1)
  const { pane } = await panel()
  pane.type('select 1 as a')
  await pane.run()
  expect(fake.requests.at(-1)?.body).toMatchObject({ query: 'select 1 as a limit 100;' })
})

test('a template goes below what is written, and is found by its words', async () => {
  const { panel } = await open()
  const { pane, use, find, $templates } = await panel()
  const all = $templates.get()
  expect(all.map(({ label }) => label)).toEqual(['Templates', 'Quickstarts'])
  expect(all.flatMap(({ entries }) => entries).length).toBeGreaterThanOrEqual(15)
  find('foreign INDEX')
  expect($templates.get().flatMap(({ entries }) => entries.map(({ id }) => id))).toEqual([
    'foreign-keys-without-index',
  ])
  find('no such thing')
  expect($templates.get()).toEqual([])
  use('upsert')
  expect(pane.draft.$text.get()).toMatch(/^create table settings/)
  pane.type('-- mine\n')
  use('upsert')
  expect(pane.draft.$text.get()).toMatch(/^-- mine\n\ncreate table settings/)
})

test('an error leads to support, which knows it', async () => {
  const { fake, panel } = await open()
  const error = {
    message: 'no such table',
    formattedError: 'ERROR:  42P01: no such table\nHINT:  look',
    code: '42P01',
  }
  fake.answer('select 1 from gone limit 100;', { error })
  const { pane, $supportHref } = await panel()
  expect($supportHref.get()).toBeNull()
  pane.type('select 1 from gone')
  await pane.run()
  const query = new URL($supportHref.get() ?? '', 'http://here').searchParams
  expect(query.get('ref')).toBe('default')
  expect(query.get('error')).toContain('HINT:  look')
})

test('the text opens as a query of the editor', async () => {
  const { host, deck, panel } = await open()
  const { pane, openInEditor } = await panel()
  pane.type('select 42')
  openInEditor()
  expect(host.navigation.current().pathname).toMatch(/^\/project\/default\/sql\/[\da-f-]{36}$/)
  await eventually(() => expect(deck.$screen.get().name).toBe('sqlEditor'))
  const opened = deck.$screen.get()
  expect(opened.name === 'sqlEditor' && opened.screen.draft.$text.get()).toBe('select 42')
})

test('it is saved as a snippet, which says where it is', async () => {
  const { host, fake, panel } = await open()
  const { pane, save, $isSaving } = await panel()
  await save()
  expect(host.notes).toEqual([])
  pane.type('select 43')
  const saved = save()
  expect($isSaving.get()).toBe(true)
  await saved
  expect(host.notes).toMatchObject([{ message: 'Saved snippet!', action: { label: 'View it here' } }])
  expect(fake.requests.at(-1)?.path).toContain('/content')
})

test('without a project it does not open', async () => {
  const { deck, fake, shown } = await open('/organizations')
  fake.runtime.isPlatform = true
  expect(shown()).toBeNull()
  deck.router.open('/nowhere')
  expect(shown()).toBeNull()
})
