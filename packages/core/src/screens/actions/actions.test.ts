import { createFakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deck } from '../../deck.js'
import { testDeck } from '../../testing/test-deck.js'
import { TYPE_AHEAD_MS } from '../../rules/shell/type-ahead.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import { keyPress as key } from '../../testing/key-press.js'

/** Files that are fetched take their time on a busy machine. */
const eventually: typeof vi.waitFor = (check) => vi.waitFor(check)

let deck: Deck | undefined
afterEach(() => deck?.dispose())

async function open(path: string, { isPlatform = true } = {}) {
  const host = createMemoryHost(path)
  const fake = createFakePlatform()
  fake.runtime.isPlatform = isPlatform
  const opened = (deck = testDeck(host, fake))
  await eventually(() => expect('screen' in opened.$screen.get()).toBe(true))
  await eventually(() => expect(opened.$runtime.get().status).toBe('ready'))
  const addresses = () => host.navigation.history
  return { host, fake, deck: opened, addresses, press: opened.actions.press }
}

const mod = (name: string) => key(name, { ctrlKey: true })

test('e and Mod+E open the editor beside the page, and close it; e does nothing while one types', async () => {
  const { press, addresses, deck } = await open('/project/default')
  const isOpen = () => deck.shell.beside.$editorPanel.get() !== null
  expect(press(key('e'), true)).toBe(false)
  expect(isOpen()).toBe(false)
  expect(press(key('e'), false)).toBe(true)
  expect(isOpen()).toBe(true)
  deck.router.open('/project/default/settings/general')
  expect(isOpen()).toBe(true)
  expect(press(mod('e'), true)).toBe(true)
  expect(isOpen()).toBe(false)
  expect(addresses()).toEqual(['/project/default', '/project/default/settings/general'])
})

test('a key that is pressed before the platform has answered does its work afterwards, once', async () => {
  const fake = createFakePlatform()
  const opened = (deck = testDeck(createMemoryHost('/project/default'), fake))
  const isOpen = () => opened.shell.beside.$editorPanel.get() !== null
  const { press } = opened.actions
  expect(opened.$runtime.get().status).toBe('loading')
  expect(press(key('x'), false)).toBe(false)
  expect(press(key('e'), true)).toBe(false)
  expect(press(mod('e'), false)).toBe(true)
  expect(press(mod('e'), false)).toBe(true)
  expect(isOpen()).toBe(false)
  await eventually(() => expect(isOpen()).toBe(true))
})

test('without an open project the key is the browser’s', async () => {
  const { press, addresses } = await open('/organizations')
  expect(press(mod('e'), false)).toBe(false)
  expect(addresses()).toEqual(['/organizations'])
})

test('Mod+K opens the command menu, and closes it', async () => {
  const { press, deck } = await open('/organizations')
  expect(press(mod('k'), true)).toBe(true)
  await eventually(() => expect(deck.actions.$menu.get()).not.toBeNull())
  expect(press(mod('k'), true)).toBe(true)
  expect(deck.actions.$menu.get()).toBeNull()
})

test('what is typed while the command menu is on its way goes into its field', async () => {
  const { press, deck } = await open('/project/default')
  expect(press(mod('k'), false)).toBe(true)
  for (const name of ['t', 'h', 'e', 'x', 'Backspace', 'm', 'e']) expect(press(key(name), true)).toBe(true)
  await eventually(() => expect(deck.actions.$menu.get()?.$query.get()).toBe('theme'))
  expect(deck.shell.beside.$editorPanel.get()).toBeNull()
  // Its file is there, the field is not yet drawn.
  expect(press(key('s'), false)).toBe(true)
  expect(deck.actions.$menu.get()?.$query.get()).toBe('themes')
  deck.actions.$menu.get()?.fieldFocused()
  expect(press(key('x'), true)).toBe(false)
})

test('Escape calls off the command menu that is on its way', async () => {
  const { press, deck } = await open('/project/default')
  press(mod('k'), false)
  expect(press(key('Enter'), false)).toBe(true)
  expect(press(key('Escape'), false)).toBe(true)
  expect(press(key('x'), false)).toBe(false)
  expect(deck.actions.$menu.get()).toBeNull()
})

test('a menu that does not come gives the keys back to the page', async () => {
  const { press, host } = await open('/project/default')
  press(mod('k'), true)
  expect(press(key('a'), true)).toBe(true)
  host.clock.advance(TYPE_AHEAD_MS)
  expect(press(key('b'), true)).toBe(false)
})

test('what is typed after a key that was pressed too early is kept too', async () => {
  const opened = (deck = testDeck(createMemoryHost('/project/default'), createFakePlatform()))
  const { press } = opened.actions
  expect(press(mod('k'), false)).toBe(true)
  expect(press(key('t'), false)).toBe(true)
  await eventually(() => expect(opened.actions.$menu.get()?.$query.get()).toBe('t'))
})

test('a key that was pressed too early takes no keys from someone who has to sign in', async () => {
  const fake = createFakePlatform()
  fake.accounts.requireAccounts()
  const opened = (deck = testDeck(createMemoryHost('/project/default'), fake))
  expect(opened.actions.press(mod('k'), false)).toBe(true)
  await eventually(() => expect(opened.$screen.get().name).toBe('signIn'))
  expect(opened.actions.press(key('a'), true)).toBe(false)
})

test('the assistant is in the list with the reason why it can’t be asked, and its key says it', async () => {
  const { press, deck, fake, host } = await open('/project/default')
  expect(fake.runtime.aiEnabled).toBe(false)
  const stop = deck.actions.$keyed.subscribe(() => undefined)
  expect(deck.actions.$keyed.get().find(({ id }) => id === 'assistant')?.refusal).toBe(
    'This platform has no AI service. Its operator connects one with BASEDECK_AI_URL, BASEDECK_AI_MODEL and BASEDECK_AI_KEY.',
  )
  expect(press(mod('i'), false)).toBe(true)
  expect(host.notes.at(-1)).toMatchObject({
    kind: 'info',
    message: expect.stringMatching(/^This platform has no AI service/),
  })
  stop()
})

test('the sheet shows the keys of the actions, of the editor and of the grid', async () => {
  const { press, deck } = await open('/project/default')
  expect(press(key('?', { shiftKey: true }), false)).toBe(true)
  await eventually(() => expect(deck.actions.$sheet.get()).not.toBeNull())
  const groups = deck.actions.$sheet.get()?.$groups.get() ?? []
  const rows = groups.flatMap((group) => group.rows.map(({ label, keys }) => [group.key, label, keys]))
  expect(rows).toContainEqual(['anywhere', 'Command menu', [{ key: 'k', mod: true }]])
  expect(rows).toContainEqual(['editor', 'Run the text or the selection', [{ key: 'Enter', mod: true }]])
  expect(rows.map(([, label]) => label)).toContain('Switch Tab between indenting and leaving the editor')
  deck.actions.$sheet.get()?.close()
  expect(deck.actions.$sheet.get()).toBeNull()
})

test('no key does anything before the user is signed in, nor while they have to sign in again', async () => {
  const host = createMemoryHost('/project/default', 'yes')
  const fake = createFakePlatform()
  fake.accounts.requireAccounts()
  const ada = fake.accounts.addPerson({ email: 'ada@example.com', password: 'correct horse' })
  const opened = (deck = testDeck(host, fake))
  await eventually(() => expect(opened.$screen.get().name).toBe('signIn'))
  expect(opened.actions.press(mod('k'), false)).toBe(false)
  opened.account.entered(fake.accounts.begin(ada))
  await eventually(() => expect(opened.$screen.get().name).toBe('projectHome'))
  expect(opened.actions.press(mod('k'), false)).toBe(true)
  opened.actions.$menu.get()?.close()
})
