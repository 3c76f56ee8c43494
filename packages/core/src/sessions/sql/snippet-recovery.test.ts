import { createFakePlatform } from '@basedeck/platform-client/testing'
import { describe, expect, test, vi } from 'vitest'
import { createMemoryHost, type MemoryHost } from '../../testing/memory-host.js'
import {
  addSnippet,
  isSave,
  openSnippet,
  openStoredSnippet,
  SNIPPET_ID,
  stored,
} from '../../testing/snippet-window.js'
import { testDeck } from '../../testing/test-deck.js'

describe('nothing typed is lost', () => {
  test('a crash before the save: the next life of the page saves it', async () => {
    const { host, fake, screen } = await openStoredSnippet()
    screen.type('select 2')
    host.hide()
    // Nothing more of this window runs.
    const again = openSnippet('/project/default/sql/1', { host, fake })
    expect(again.deck).toBeDefined()
    host.clock.advance(1000)
    await vi.waitFor(() => expect(stored(fake, SNIPPET_ID)?.content.sql).toBe('select 2'))
  })

  test('a reload in the middle of typing shows the text at once', async () => {
    const { host, fake, deck, screen } = await openStoredSnippet()
    screen.type('select 2')
    deck.dispose()
    const again = openSnippet(`/project/default/sql/${SNIPPET_ID}`, { host, fake })
    expect(again.screen.draft.$text.get()).toBe('select 2')
    expect(again.state.$placeholder.get()).toEqual({ type: 'shown' })
  })

  test.each([
    ['a new one', '/project/default/sql/1', false],
    ['a stored one', `/project/default/sql/${SNIPPET_ID}`, true],
  ])(
    '%s: a reload in the middle of a save is no conflict with its own save',
    async (_name, path, isStored) => {
      const fake = createFakePlatform()
      const statuses: number[] = []
      const { fetch } = fake
      fake.fetch = async (...call: Parameters<typeof fetch>) => {
        const answer = await fetch(...call)
        statuses.push(answer.status)
        return answer
      }
      if (isStored) await addSnippet(fake, SNIPPET_ID, 'select 1')
      const { host, deck, screen } = openSnippet(path, { fake })
      if (isStored) await vi.waitFor(() => expect(screen.draft.$text.get()).toBe('select 1'))
      fake.intercept = (request) => {
        if (!isSave(request)) return undefined
        fake.intercept = undefined
        // It is stored, but its answer never arrives.
        void fake.fetch(`http://fake${request.path}`, {
          method: 'PUT',
          headers: { version: '2' },
          body: JSON.stringify(request.body),
        } as never)
        return new Promise(() => undefined)
      }
      screen.type('select 4')
      host.clock.advance(1000)
      await vi.waitFor(() => expect(fake.content.snippets[0]?.content.sql).toBe('select 4'))
      screen.type('select 42')
      deck.dispose()
      const again = openSnippet(path, { host, fake })
      host.clock.advance(1000)
      await vi.waitFor(() => expect(fake.content.snippets[0]?.content.sql).toBe('select 42'))
      expect(again.state.$choice.get()).toBeNull()
      expect(statuses).not.toContain(409)
    },
  )

  test('a new one that was sent in an earlier life, and changed elsewhere since, is not overwritten', async () => {
    const first = openSnippet('/project/default/sql/1')
    const { host, fake } = first
    first.screen.type('mine')
    host.hide()
    const id = Object.values(
      JSON.parse(host.storage.get('basedeck:sheets:default') ?? '{}') as object,
    )[0] as string
    first.deck.dispose()
    await addSnippet(fake, id, 'theirs')
    const again = openSnippet('/project/default/sql/1', { host, fake })
    host.clock.advance(1000)
    await vi.waitFor(() =>
      expect(again.state.$choice.get()).toMatchObject({ mine: 'mine', theirs: 'theirs' }),
    )
    expect(stored(fake, id)?.content.sql).toBe('theirs')
  })

  test('text from before there were snippets is still there, and becomes one', async () => {
    const host = createMemoryHost('/project/default/sql/1')
    host.storage.set('basedeck:draft:default/1', 'select old')
    const { fake, screen } = openSnippet('/project/default/sql/1', { host })
    expect(screen.draft.$text.get()).toBe('select old')
    host.clock.advance(1000)
    await vi.waitFor(() => expect(fake.content.snippets[0]?.content.sql).toBe('select old'))
  })
})

test('signed out before the save: the text stays on this device for that person alone, and is saved when they are back', async () => {
  const fake = createFakePlatform()
  const ada = fake.accounts.addPerson({ email: 'ada@example.com', password: 'correct horse battery' })
  const bea = fake.accounts.addPerson({ email: 'bea@example.com', password: 'correct horse battery' })
  fake.accounts.requireAccounts()
  const signedIn = async (person: typeof ada, host: MemoryHost) => {
    fake.accounts.begin(person)
    const deck = testDeck(host, fake)
    return await vi.waitFor(() => {
      const opened = deck.$screen.get()
      if (opened.name !== 'sqlEditor') throw new Error('not the editor')
      opened.screen.snippet.$saving.listen(() => undefined)
      return { deck, screen: opened.screen }
    })
  }
  const first = createMemoryHost('/project/default/sql/1', 'yes')
  const { deck, screen } = await signedIn(ada, first)
  screen.type('select salary')
  await deck.account.leave('here')
  first.clock.advance(60_000)
  expect(fake.content.snippets).toEqual([])
  deck.dispose()

  const next = (): MemoryHost => {
    const host = createMemoryHost('/project/default/sql/1', 'yes')
    for (const [key, value] of first.storage.values) host.storage.values.set(key, value)
    return host
  }
  const other = await signedIn(bea, next())
  expect(other.screen.draft.$text.get()).toBe('')
  other.deck.dispose()

  const host = next()
  const back = await signedIn(ada, host)
  expect(back.screen.draft.$text.get()).toBe('select salary')
  host.clock.advance(1000)
  await vi.waitFor(() => expect(fake.content.snippets[0]?.content.sql).toBe('select salary'))
})
