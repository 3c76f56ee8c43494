/** What the stored text is to the one under the user’s hands: news, a choice, or an answer that came too late. */
import { PlatformError, type Snippet } from '@basedeck/platform-client'
import { expect, test } from 'vitest'
import { createMemoryHost } from '../testing/memory-host.js'
import { createDrafts } from './drafts.js'
import { createOpenSnippet } from './open-snippet.js'
import { NEW_META } from './snippet-records.js'

const ID = '6e90fa2c-2b1f-4ffc-8871-9317c41468b4'

const stored = (second: number, sql: string, more: Partial<Snippet> = {}): Snippet => ({
  ...NEW_META,
  id: ID,
  owner_id: 'ada',
  type: 'sql',
  project_id: 1,
  inserted_at: at(0),
  updated_at: at(second),
  save_id: null,
  beginning: sql,
  owner: { id: 'ada', username: 'Ada' },
  content: { schema_version: '1.0', content_id: ID, sql, favorite: false },
  ...more,
})
const at = (second: number) => `2027-01-01T00:00:0${second}.000Z`

/** As it is after it was read, at second 5. */
function opened() {
  const host = createMemoryHost()
  const snippet = createOpenSnippet({
    clock: host.clock,
    ref: 'shop',
    id: ID,
    draft: createDrafts(host, () => undefined).open('shop/1'),
    record: undefined,
    isNew: false,
    write: () => {},
    read: () => undefined,
    touch: () => {},
    send: async () => undefined,
    saved: () => {},
    notMade: () => {},
    folderGone: () => {},
  })
  snippet.adopt(stored(5, 'select 5'))
  return snippet
}

test('a newer text is taken over, while nothing was typed', () => {
  const snippet = opened()
  snippet.adopt(stored(6, 'select 6', { name: 'Newer' }))
  expect(snippet.draft.$text.get()).toBe('select 6')
  expect(snippet.$snippet.get()).toMatchObject({ name: 'Newer', base: at(6), needsSave: false })
})

test('an answer from before what is known changes nothing', () => {
  const snippet = opened()
  snippet.adopt(stored(4, 'select 4', { name: 'Older' }))
  expect(snippet.draft.$text.get()).toBe('select 5')
  expect(snippet.$snippet.get()).toMatchObject({ name: 'Untitled', base: at(5) })
  snippet.type('select 7')
  snippet.adopt(stored(4, 'select 4'))
  expect([snippet.draft.$text.get(), snippet.$choice.get()]).toEqual(['select 7', null])
  snippet.revert()
  expect(snippet.draft.$text.get()).toBe('select 5')
})

test('a newer text is offered, while something was typed; nothing is taken before the choice', () => {
  const snippet = opened()
  snippet.type('select 7')
  const newer = stored(6, 'select 6')
  snippet.adopt(newer)
  expect(snippet.draft.$text.get()).toBe('select 7')
  expect(snippet.$choice.get()).toMatchObject({ by: 'other', theirs: newer })
  snippet.adopt(stored(8, 'select 8'))
  expect(snippet.draft.$text.get()).toBe('select 7')
  snippet.takeTheirs()
  expect(snippet.draft.$text.get()).toBe('select 6')
})

test('one that was deleted meanwhile keeps its text', () => {
  const snippet = opened()
  snippet.missed(new PlatformError('http', 'Not found', { status: 404 }), () => {})
  expect(snippet.$status.get()).toEqual({ status: 'deleted' })
  expect(snippet.draft.$text.get()).toBe('select 5')
})
