/** The SQL editor with one query, as a window shows it: for tests of what is saved, kept and chosen. */
import { createFakePlatform, type FakePlatform, type FakeRequest } from '@basedeck/platform-client/testing'
import { expect, vi } from 'vitest'
import { createScreenFiles } from '../screens/screen-files.js'
import { sqlWorkOf } from '../sessions/sql/sql-work.js'
import { createMemoryHost, type MemoryHost } from './memory-host.js'
import { testDeck } from './test-deck.js'

// As after a first visit of the editor.
await createScreenFiles().fetch('sqlEditor')

/** Of the query of {@link openStoredSnippet}. */
export const SNIPPET_ID = '6e90fa2c-2b1f-4ffc-8871-9317c41468b4'

export type SnippetWindow = ReturnType<typeof openSnippet>

export const isSave = ({ method }: FakeRequest) => method === 'PUT'
export const saves = (fake: FakePlatform) => fake.requests.filter(isSave)
export const stored = (fake: FakePlatform, id: string) => fake.content.snippets.find((one) => one.id === id)
export const savingKind = ({ state }: SnippetWindow) => state.$saving.get().kind
export const storedSnippet = (deck: ReturnType<typeof testDeck>) =>
  sqlWorkOf(deck).snippets.of('default').open(SNIPPET_ID)

/** Opens an address of the editor. */
export function openSnippet(
  path: string,
  {
    host = createMemoryHost(path),
    fake = createFakePlatform(),
  }: { host?: MemoryHost; fake?: FakePlatform } = {},
) {
  const deck = testDeck(host, fake)
  const opened = deck.$screen.get()
  if (opened.name !== 'sqlEditor') throw new Error('not the editor')
  const { screen } = opened
  screen.snippet.$saving.listen(() => undefined)
  screen.snippet.$placeholder.listen(() => undefined)
  screen.snippet.$choice.listen(() => undefined)
  return { host, fake, deck, screen, state: screen.snippet }
}

/** A window that has loaded a query of the project. */
export async function openStoredSnippet(sql = 'select 1') {
  const fake = createFakePlatform()
  await addSnippet(fake, SNIPPET_ID, sql)
  const window = openSnippet(`/project/default/sql/${SNIPPET_ID}`, { fake })
  await vi.waitFor(() => expect(window.screen.draft.$text.get()).toBe(sql))
  return window
}

export async function addSnippet(fake: FakePlatform, id: string, sql: string) {
  await fake.fetch('http://fake/platform/projects/default/content', {
    method: 'POST',
    headers: { version: '2' },
    body: JSON.stringify({ id, name: 'Stored', content: { sql } }),
  } as never)
}

/** Another device saves it. */
export function saveElsewhere(fake: FakePlatform, id: string, sql: string) {
  const one = stored(fake, id)
  if (!one) throw new Error('not stored')
  fake.world.now += 1000
  const updated_at = new Date(fake.world.now).toISOString()
  Object.assign(one, { content: { ...one.content, sql }, updated_at })
}
