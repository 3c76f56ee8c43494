/** What the stored text is to the one under the user’s hands: news, a choice, or an answer that came too late. */
import { PlatformError, type Snippet } from '@basedeck/platform-client'
import { expect, test } from 'vitest'
import { snippetText } from '../../text/sql-snippets.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import { createDrafts } from '../documents/drafts.js'
import { createOpenSnippet, type OpenSnippetDeps } from './open-snippet.js'
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
  updated_by: { id: 'ada', username: 'Ada' },
  save_id: null,
  beginning: sql,
  owner: { id: 'ada', username: 'Ada' },
  content: { schema_version: '1.0', content_id: ID, sql, favorite: false },
  ...more,
})
const at = (second: number) => `2027-01-01T00:00:0${second}.000Z`

/** As it is after it was read, at second 5. */
function opened(more: Partial<OpenSnippetDeps> = {}, isRead = more.isNew !== true) {
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
    gone: () => {},
    ...more,
  })
  if (isRead) snippet.adopt(stored(5, 'select 5'))
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

const refusal = (status: number, code: string, more: object = {}) =>
  new PlatformError('http', code, { status, code, body: more })

test('a shared query in a folder is not sent, and says why', async () => {
  let sent = 0
  const snippet = opened({ send: async () => void sent++ as undefined })
  snippet.update({ visibility: 'project', folder_id: 'f' })
  await snippet.save()
  expect(sent).toBe(0)
  expect(snippet.$snippet.get().problem).toEqual({ type: 'refused', message: snippetText.sharedInFolder })
  snippet.update({ folder_id: null })
  await snippet.save()
  expect(sent).toBe(1)
})

test('it is sent under its id', async () => {
  const sent: unknown[] = []
  const snippet = opened({
    send: async (id, { text, fields }) => {
      sent.push([id, text, fields.name])
      return stored(6, 'select 6')
    },
  })
  snippet.update({ name: 'Mine' })
  snippet.type('select 6')
  await snippet.save()
  expect(sent).toEqual([[ID, 'select 6', 'Mine']])
  expect(snippet.$snippet.get()).toMatchObject({ base: at(6), needsSave: false })
})

test('where its folder was deleted, it is saved outside of any', async () => {
  const folders: (string | null)[] = []
  let gone = 0
  const snippet = opened({
    folderGone: () => void gone++,
    send: async (_, { fields }) => {
      folders.push(fields.folder_id)
      if (fields.folder_id !== null) throw refusal(404, 'folder_not_found')
      return stored(6, 'select 5')
    },
  })
  snippet.update({ folder_id: 'f' })
  await snippet.save()
  expect(folders).toEqual(['f', null])
  expect(gone).toBe(1)
})

test('a name that two people changed asks no question: the last one stays', async () => {
  const names: string[] = []
  const snippet = opened({
    send: async (_, { fields, base }) => {
      names.push(fields.name)
      if (base === at(5)) throw refusal(409, 'stale', { stored: stored(6, 'select 5', { name: 'Theirs' }) })
      return stored(7, 'select 5', { name: fields.name })
    },
  })
  snippet.update({ name: 'Mine' })
  await snippet.save()
  expect(names).toEqual(['Mine', 'Mine'])
  expect(snippet.$choice.get()).toBeNull()
})

test.each([
  ['new', true, 1],
  ['stored', false, 0],
])('a refusal of a %s one is told as not created: %s', async (_, isNew, times) => {
  const told: unknown[] = []
  const snippet = opened({
    isNew,
    notMade: (problem) => void told.push(problem),
    send: async () => {
      throw refusal(400, 'invalid_body')
    },
  })
  snippet.type('select 1')
  await snippet.save()
  expect(told).toEqual(Array.from({ length: times }, () => ({ type: 'refused', message: 'invalid_body' })))
})

test('without an answer of the platform nothing is chosen, and it is saved again later', async () => {
  const sent: unknown[] = []
  const snippet = opened({
    send: async (_, { text }) => {
      sent.push(text)
      if (sent.length === 1) throw new PlatformError('network', 'Away')
      return stored(6, text ?? '')
    },
  })
  snippet.type('mine')
  await snippet.save()
  expect(snippet.$choice.get()).toBeNull()
  expect(snippet.$snippet.get()).toMatchObject({
    saving: 'UPDATING_FAILED',
    problem: { type: 'again-later', message: 'Away' },
  })
  await snippet.save()
  expect(sent).toEqual(['mine', 'mine'])
  expect(snippet.$snippet.get()).toMatchObject({ saving: 'IDLE', problem: undefined })
})

test('mine is kept by saving it over theirs', async () => {
  const sent: unknown[] = []
  const snippet = opened({
    send: async (_, { text, base }) => {
      sent.push([text, base])
      return stored(7, text ?? '')
    },
  })
  snippet.type('mine')
  snippet.adopt(stored(6, 'theirs'))
  snippet.keepMine()
  await Promise.resolve()
  expect(sent).toEqual([['mine', at(6)]])
})

test('a text that is set is in the draft, and is no change yet', () => {
  const snippet = opened()
  snippet.setSql('select 9')
  expect(snippet.draft.$text.get()).toBe('select 9')
  expect(snippet.$snippet.get().needsSave).toBe(false)
})

test('its session is told once that it is gone, until its end', () => {
  let told = 0
  const snippet = opened({ gone: () => void told++ })
  const error = new PlatformError('http', 'Not found', { status: 404 })
  snippet.missed(error, () => undefined)
  snippet.missed(error, () => undefined)
  expect(told).toBe(1)
  snippet.setDeleted(false)
  expect(told).toBe(1)
  snippet.setDeleted(true)
  expect(told).toBe(2)
  snippet.setDeleted(false)
  snippet.dispose()
  snippet.setDeleted(true)
  expect(told).toBe(2)
})

test.each([[true], [false]])(
  'a snippet that is not there is gone, whether it was new or not: %s',
  (isNew) => {
    let told = 0
    const snippet = opened({ isNew, gone: () => void told++ }, false)
    snippet.missed(new PlatformError('http', 'Not found', { status: 404 }), () => undefined)
    expect(snippet.$status.get().status).toBe(isNew ? 'deleted' : 'missing')
    expect(told).toBe(1)
  },
)
