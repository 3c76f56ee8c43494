import { expect, test, vi } from 'vitest'
import {
  openSnippet,
  openStoredSnippet,
  SNIPPET_ID,
  stored,
  storedSnippet,
} from '../../testing/snippet-window.js'
import { sqlWorkOf } from './sql-work.js'

test('an id that exists nowhere is a snippet that was not found', async () => {
  const { state } = openSnippet(`/project/default/sql/${SNIPPET_ID}`)
  expect(state.$placeholder.get()).toEqual({ type: 'loading' })
  await vi.waitFor(() => expect(state.$placeholder.get()).toEqual({ type: 'missing' }))
})

test('a folder that goes while a snippet moves into it: the snippet is kept outside', async () => {
  const { host, fake, deck } = await openStoredSnippet()
  const snippet = storedSnippet(deck)
  snippet.update({ folder_id: '00000000-0000-4000-8000-000000000001' })
  host.clock.advance(1000)
  await vi.waitFor(() =>
    expect(host.notes.map(({ message }) => message)).toEqual([
      'The folder no longer exists; the query is kept outside any folder',
    ]),
  )
  await vi.waitFor(() => expect(snippet.$snippet.get().saving).toBe('IDLE'))
  expect(stored(fake, SNIPPET_ID)?.folder_id).toBeNull()
})

test('a text from elsewhere is saved at once, and says where it is', async () => {
  const { host, fake, deck } = openSnippet('/project/default/sql/1')
  await sqlWorkOf(deck).snippets.of('default').saveNew({ name: 'From the panel', sql: 'select 1' })
  const [note] = host.notes
  expect([note?.message, note?.action?.label]).toEqual(['Saved snippet!', 'View it here'])
  note?.action?.run()
  expect(host.navigation.current().pathname).toBe(`/project/default/sql/${fake.content.snippets[0]?.id}`)
})
