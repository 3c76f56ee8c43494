import { createFakePlatform } from '@basedeck/platform-client/testing'
import { describe, expect, test, vi } from 'vitest'
import {
  addSnippet,
  isSave,
  openSnippet,
  openStoredSnippet,
  saveElsewhere,
  saves,
  savingKind,
  SNIPPET_ID,
  stored,
  storedSnippet,
} from '../../testing/snippet-window.js'
import { sqlWorkOf } from './sql-work.js'

describe('saving by itself', () => {
  test('type, wait 999 ms, nothing is saved; 1 ms more, saved', async () => {
    const window = await openStoredSnippet()
    const { host, fake, screen } = window
    screen.type('select 2')
    expect(savingKind(window)).toBe('waiting')
    host.clock.advance(999)
    expect(saves(fake)).toEqual([])
    host.clock.advance(1)
    expect(savingKind(window)).toBe('saving')
    await vi.waitFor(() => expect(savingKind(window)).toBe('saved'))
    expect(stored(fake, SNIPPET_ID)?.content.sql).toBe('select 2')
  })

  test('a new one is opened at once, and in the database after its first change', async () => {
    const window = openSnippet('/project/default/sql/1')
    const { host, fake, screen, state } = window
    expect(state.$placeholder.get()).toEqual({ type: 'shown' })
    host.clock.advance(5000)
    expect(saves(fake)).toEqual([])
    screen.type('select 1')
    host.clock.advance(1000)
    await vi.waitFor(() => expect(fake.content.snippets).toHaveLength(1))
    expect(fake.content.snippets[0]).toMatchObject({ name: 'Untitled', visibility: 'user', folder_id: null })
    // What was just answered need not be asked for.
    await vi.waitFor(() => expect(savingKind(window)).toBe('saved'))
    expect(fake.requests.filter(({ path }) => path.includes('/content/item/'))).toEqual([])
    // The address stays, and leads to the same one again.
    expect(host.navigation.current().pathname).toBe('/project/default/sql/1')
    window.deck.dispose()
    const again = openSnippet('/project/default/sql/1', { host, fake })
    again.screen.type('select 2')
    host.clock.advance(1000)
    await vi.waitFor(() => expect(fake.content.snippets[0]?.content.sql).toBe('select 2'))
    expect(fake.content.snippets).toHaveLength(1)
  })

  test('what is typed while it is saved is saved afterwards, and is no conflict with oneself', async () => {
    const window = await openStoredSnippet()
    const { host, fake, screen, state } = window
    let answer = () => {}
    fake.intercept = (request) => {
      if (!isSave(request)) return undefined
      fake.intercept = undefined
      return new Promise((resolve) => {
        answer = () => resolve(undefined)
      })
    }
    screen.type('select 2')
    host.clock.advance(1000)
    await vi.waitFor(() => expect(saves(fake)).toHaveLength(1))
    screen.type('select 3')
    host.clock.advance(1000)
    answer()
    await vi.waitFor(() => expect(stored(fake, SNIPPET_ID)?.content.sql).toBe('select 2'))
    await vi.waitFor(() => expect(savingKind(window)).toBe('waiting'))
    host.clock.advance(1000)
    await vi.waitFor(() => expect(stored(fake, SNIPPET_ID)?.content.sql).toBe('select 3'))
    await vi.waitFor(() => expect(savingKind(window)).toBe('saved'))
    expect(state.$choice.get()).toBeNull()
  })

  test('setting the text directly does not mark it as needing a save', async () => {
    const { host, fake, deck } = await openStoredSnippet()
    const snippet = storedSnippet(deck)
    snippet.setSql('select 9')
    host.clock.advance(5000)
    expect(snippet.$snippet.get().needsSave).toBe(false)
    expect(saves(fake)).toEqual([])
  })

  test('after a success counts, folders and lists are asked for again', async () => {
    const window = await openStoredSnippet()
    const { host, fake, screen, deck } = window
    const stop = sqlWorkOf(deck)
      .snippets.of('default')
      .folders.$folders.listen(() => undefined)
    const asked = () => fake.requests.map(({ path }) => path.split('/content/')[1])
    await vi.waitFor(() => expect(asked()).toContain('count'))
    const before = asked().length
    screen.type('select 2')
    host.clock.advance(1000)
    await vi.waitFor(() =>
      expect(asked().slice(before)).toEqual(expect.arrayContaining(['count', 'folders'])),
    )
    stop()
  })

  test('without a project only a line is logged, and nothing is sent', async () => {
    const window = await openStoredSnippet()
    const { host, fake, screen } = window
    fake.world.projects = []
    window.deck.dispose()
    const again = openSnippet(`/project/default/sql/${SNIPPET_ID}`, { host, fake })
    again.screen.type('select 2')
    host.clock.advance(1000)
    await vi.waitFor(() => expect(host.logged).toEqual(['Project is required']))
    expect(saves(fake)).toEqual([])
    expect(again.screen.draft.$text.get()).toBe('select 2')
    expect(screen.draft).not.toBe(again.screen.draft)
  })
})

describe('a save that fails keeps the text, says why, and tries again', () => {
  test.each([
    [500, 'internal', 'An unknown error occurred', true],
    [413, 'snippet_too_large', 'A snippet can hold at most 10 MB of text', false],
    [503, 'database_unavailable', 'The database is not available', true],
  ])('%s %s', async (status, code, message, isTriedAgain) => {
    const window = await openStoredSnippet()
    const { host, fake, screen, state } = window
    fake.intercept = (request) => (isSave(request) ? { status, body: { message, code } } : undefined)
    screen.type('select 2')
    host.clock.advance(1000)
    await vi.waitFor(() => expect(savingKind(window)).toBe('failed'))
    expect(state.$saving.get()).toMatchObject({ label: `Not saved: ${message}`, mayRetry: true })
    expect(screen.draft.$text.get()).toBe('select 2')
    expect(host.storage.get(`basedeck:draft:default/${SNIPPET_ID}`)).toBe('select 2')
    fake.intercept = undefined
    if (isTriedAgain) host.clock.advance(1000)
    else state.save()
    await vi.waitFor(() => expect(savingKind(window)).toBe('saved'))
    expect(stored(fake, SNIPPET_ID)?.content.sql).toBe('select 2')
  })

  /** A shared query, opened by a user who may only read. */
  async function openShared() {
    const fake = createFakePlatform()
    await addSnippet(fake, SNIPPET_ID, 'select 1')
    Object.assign(stored(fake, SNIPPET_ID) ?? {}, { visibility: 'project' })
    fake.world.caller.permissions.length = 0
    fake.world.caller.permissions.push({ actions: ['read'], resources: ['%'], organization_slug: 'default' })
    const window = openSnippet(`/project/default/sql/${SNIPPET_ID}`, { fake })
    window.state.$left.listen(() => undefined)
    await vi.waitFor(() => expect(window.screen.draft.$text.get()).toBe('select 1'))
    return window
  }

  test('a shared query under a role that only reads: nothing is sent, and the text is kept', async () => {
    const window = await openShared()
    const { host, fake, screen, state } = window
    screen.type('select 2')
    host.clock.advance(1000)
    await vi.waitFor(() => expect(state.$left.get()).toBe('read-only'))
    expect(state.$saving.get()).toMatchObject({
      label: 'Not saved: your role does not allow changing it',
      mayRetry: false,
    })
    expect(saves(fake)).toEqual([])
    expect(screen.draft.$text.get()).toBe('select 2')
    state.discard()
    expect(screen.draft.$text.get()).toBe('select 1')
    expect(savingKind(window)).toBe('saved')
    expect(state.$left.get()).toBeNull()
  })

  test('a shared query that was changed under a role that only reads becomes a query of one’s own', async () => {
    const { host, fake, screen, state } = await openShared()
    screen.type('select 2')
    host.clock.advance(1000)
    await vi.waitFor(() => expect(state.$left.get()).toBe('read-only'))
    state.keepAsNew()
    host.clock.advance(1000)
    await vi.waitFor(() => expect(fake.content.snippets).toHaveLength(2))
    const own = fake.content.snippets.find(({ id }) => id !== SNIPPET_ID)
    expect(own).toMatchObject({ visibility: 'user', content: { sql: 'select 2' } })
    expect(stored(fake, SNIPPET_ID)?.content.sql).toBe('select 1')
  })

  test('a star on a shared query needs no right to change it', async () => {
    const { host, fake, state } = await openShared()
    state.toggleFavorite()
    host.clock.advance(1000)
    await vi.waitFor(() => expect(saves(fake)).toHaveLength(1))
    await vi.waitFor(() => expect(stored(fake, SNIPPET_ID)?.favorite).toBe(true))
  })

  test('a save that is not answered for 30 s', async () => {
    const window = await openStoredSnippet()
    const { host, fake, screen, state } = window
    fake.intercept = (request) => (isSave(request) ? new Promise(() => undefined) : undefined)
    screen.type('select 2')
    host.clock.advance(1000)
    await vi.waitFor(() => expect(saves(fake)).toHaveLength(1))
    host.clock.advance(29_999)
    expect(savingKind(window)).toBe('saving')
    host.clock.advance(1)
    await vi.waitFor(() =>
      expect(state.$saving.get().label).toBe('Not saved: The platform did not answer within 30 seconds'),
    )
    fake.intercept = undefined
    host.clock.advance(1000)
    await vi.waitFor(() => expect(savingKind(window)).toBe('saved'))
  })

  test('a save whose answer was lost is no conflict with itself', async () => {
    const window = await openStoredSnippet()
    const { host, fake, screen, state } = window
    fake.intercept = (request) => {
      if (!isSave(request)) return undefined
      saveElsewhere(fake, SNIPPET_ID, 'select 2')
      fake.intercept = undefined
      return { status: 502, body: { message: 'Bad gateway' } }
    }
    screen.type('select 2')
    host.clock.advance(1000)
    await vi.waitFor(() => expect(savingKind(window)).toBe('failed'))
    screen.type('select 3')
    host.clock.advance(1000)
    await vi.waitFor(() => expect(stored(fake, SNIPPET_ID)?.content.sql).toBe('select 3'))
    expect(state.$choice.get()).toBeNull()
  })

  test('offline for an hour and back: what was typed meanwhile is saved', async () => {
    const window = await openStoredSnippet()
    const { host, fake, screen } = window
    screen.type('select 2')
    host.clock.advance(1000)
    await vi.waitFor(() => expect(savingKind(window)).toBe('saved'))
    fake.offline = true
    host.setOnline(false)
    for (let minute = 0; minute < 60; minute++) {
      screen.type(`select ${minute}`)
      host.clock.advance(60_000)
    }
    await vi.waitFor(() => expect(savingKind(window)).toBe('failed'))
    fake.offline = false
    host.setOnline(true)
    await vi.waitFor(() => expect(savingKind(window)).toBe('saved'))
    expect(stored(fake, SNIPPET_ID)?.content.sql).toBe('select 59')
  })

  test('one that could not be made says so once', async () => {
    const { host, fake, screen } = openSnippet('/project/default/sql/1')
    fake.intercept = (request) =>
      isSave(request) ? { status: 500, body: { message: 'Broken', code: 'internal' } } : undefined
    screen.type('select 1')
    host.clock.advance(1000)
    await vi.waitFor(() =>
      expect(host.notes.map(({ message }) => message)).toEqual(['Failed to create new query: Broken']),
    )
    host.clock.advance(1000)
    await vi.waitFor(() => expect(saves(fake).length).toBeGreaterThan(1))
    expect(host.notes).toHaveLength(1)
  })

  test('a text that the device can’t keep is saved all the same, and says what not to do meanwhile', async () => {
    const window = await openStoredSnippet()
    const { host, fake, screen, state } = window
    const text = `select '${'x'.repeat(1_000_000)}'`
    host.storage.full = true
    screen.type(text)
    host.clock.advance(500)
    expect(state.$saving.get().detail).toBe('It is too large to keep on this device – don’t close the page.')
    host.clock.advance(500)
    await vi.waitFor(() => expect(savingKind(window)).toBe('saved'))
    expect(stored(fake, SNIPPET_ID)?.content.sql === text).toBe(true)
  })
})
