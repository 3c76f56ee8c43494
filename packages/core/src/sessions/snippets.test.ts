import { createFakePlatform, type FakeRequest } from '@basedeck/platform-client/testing'
import { describe, expect, test, vi } from 'vitest'
import { testDeck } from '../testing/test-deck.js'
import { createMemoryHost, type MemoryHost } from '../testing/memory-host.js'
import { sqlWorkOf } from './sql-work.js'
import { createScreenFiles } from '../screens/screen-files.js'

// As after a first visit of the editor.
await createScreenFiles().fetch('sqlEditor')

const ID = '6e90fa2c-2b1f-4ffc-8871-9317c41468b4'
type Fake = ReturnType<typeof createFakePlatform>

const isSave = ({ method }: FakeRequest) => method === 'PUT'
const saves = (fake: Fake) => fake.requests.filter(isSave)
const stored = (fake: Fake, id: string) => fake.content.snippets.find((one) => one.id === id)

/** The editor of a snippet, as a window shows it. */
function open(
  path: string,
  { host = createMemoryHost(path), fake = createFakePlatform() }: { host?: MemoryHost; fake?: Fake } = {},
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

/** A snippet that is stored, in a window that has loaded it. */
async function openStored(sql = 'select 1') {
  const fake = createFakePlatform()
  await add(fake, ID, sql)
  const window = open(`/project/default/sql/${ID}`, { fake })
  await vi.waitFor(() => expect(window.screen.draft.$text.get()).toBe(sql))
  return window
}

async function add(fake: Fake, id: string, sql: string) {
  await fake.fetch('http://fake/platform/projects/default/content', {
    method: 'POST',
    headers: { version: '2' },
    body: JSON.stringify({ id, name: 'Stored', content: { sql } }),
  } as never)
}

/** Another device saves it. */
function saveElsewhere(fake: Fake, id: string, sql: string) {
  const one = stored(fake, id)
  if (!one) throw new Error('not stored')
  fake.world.now += 1000
  const updated_at = new Date(fake.world.now).toISOString()
  Object.assign(one, { content: { ...one.content, sql }, updated_at })
}

const until = (check: () => void) => vi.waitFor(check)
const kindOf = ({ state }: ReturnType<typeof open>) => state.$saving.get().kind

describe('saving by itself', () => {
  test('type, wait 999 ms, nothing is saved; 1 ms more, saved', async () => {
    const window = await openStored()
    const { host, fake, screen } = window
    screen.type('select 2')
    expect(kindOf(window)).toBe('waiting')
    host.clock.advance(999)
    expect(saves(fake)).toEqual([])
    host.clock.advance(1)
    expect(kindOf(window)).toBe('saving')
    await until(() => expect(kindOf(window)).toBe('saved'))
    expect(stored(fake, ID)?.content.sql).toBe('select 2')
  })

  test('a new one is opened at once, and in the database after its first change', async () => {
    const window = open('/project/default/sql/1')
    const { host, fake, screen, state } = window
    expect(state.$placeholder.get()).toEqual({ type: 'shown' })
    host.clock.advance(5000)
    expect(saves(fake)).toEqual([])
    screen.type('select 1')
    host.clock.advance(1000)
    await until(() => expect(fake.content.snippets).toHaveLength(1))
    expect(fake.content.snippets[0]).toMatchObject({ name: 'Untitled', visibility: 'user', folder_id: null })
    // What was just answered need not be asked for.
    await until(() => expect(kindOf(window)).toBe('saved'))
    expect(fake.requests.filter(({ path }) => path.includes('/content/item/'))).toEqual([])
    // The address stays, and leads to the same one again.
    expect(host.navigation.current().pathname).toBe('/project/default/sql/1')
    window.deck.dispose()
    const again = open('/project/default/sql/1', { host, fake })
    again.screen.type('select 2')
    host.clock.advance(1000)
    await until(() => expect(fake.content.snippets[0]?.content.sql).toBe('select 2'))
    expect(fake.content.snippets).toHaveLength(1)
  })

  test('what is typed while it is saved is saved afterwards, and is no conflict with oneself', async () => {
    const window = await openStored()
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
    await until(() => expect(saves(fake)).toHaveLength(1))
    screen.type('select 3')
    host.clock.advance(1000)
    answer()
    await until(() => expect(stored(fake, ID)?.content.sql).toBe('select 2'))
    await until(() => expect(kindOf(window)).toBe('waiting'))
    host.clock.advance(1000)
    await until(() => expect(stored(fake, ID)?.content.sql).toBe('select 3'))
    await until(() => expect(kindOf(window)).toBe('saved'))
    expect(state.$choice.get()).toBeNull()
  })

  test('setting the text directly does not mark it as needing a save', async () => {
    const { host, fake, deck } = await openStored()
    const snippet = deckSnippet(deck)
    snippet.setSql('select 9')
    host.clock.advance(5000)
    expect(snippet.$snippet.get().needsSave).toBe(false)
    expect(saves(fake)).toEqual([])
  })

  test('after a success counts, folders and lists are asked for again', async () => {
    const window = await openStored()
    const { host, fake, screen, deck } = window
    const stop = sqlWorkOf(deck)
      .snippets.of('default')
      .folders.$folders.listen(() => undefined)
    const asked = () => fake.requests.map(({ path }) => path.split('/content/')[1])
    await until(() => expect(asked()).toContain('count'))
    const before = asked().length
    screen.type('select 2')
    host.clock.advance(1000)
    await until(() => expect(asked().slice(before)).toEqual(expect.arrayContaining(['count', 'folders'])))
    stop()
  })

  test('without a project only a line is logged, and nothing is sent', async () => {
    const window = await openStored()
    const { host, fake, screen } = window
    fake.world.projects = []
    window.deck.dispose()
    const again = open(`/project/default/sql/${ID}`, { host, fake })
    again.screen.type('select 2')
    host.clock.advance(1000)
    await until(() => expect(host.logged).toEqual(['Project is required']))
    expect(saves(fake)).toEqual([])
    expect(again.screen.draft.$text.get()).toBe('select 2')
    expect(screen.draft).not.toBe(again.screen.draft)
  })
})

const deckSnippet = (deck: ReturnType<typeof testDeck>) => sqlWorkOf(deck).snippets.of('default').open(ID)

describe('a save that fails keeps the text, says why, and tries again', () => {
  test.each([
    [500, 'internal', 'An unknown error occurred', true],
    [413, 'snippet_too_large', 'A snippet can hold at most 10 MB of text', false],
    [503, 'database_unavailable', 'The database is not available', true],
  ])('%s %s', async (status, code, message, isTriedAgain) => {
    const window = await openStored()
    const { host, fake, screen, state } = window
    fake.intercept = (request) => (isSave(request) ? { status, body: { message, code } } : undefined)
    screen.type('select 2')
    host.clock.advance(1000)
    await until(() => expect(kindOf(window)).toBe('failed'))
    expect(state.$saving.get()).toMatchObject({ label: `Not saved: ${message}`, mayRetry: true })
    expect(screen.draft.$text.get()).toBe('select 2')
    expect(host.storage.get(`basedeck:draft:default/${ID}`)).toBe('select 2')
    fake.intercept = undefined
    if (isTriedAgain) host.clock.advance(1000)
    else state.save()
    await until(() => expect(kindOf(window)).toBe('saved'))
    expect(stored(fake, ID)?.content.sql).toBe('select 2')
  })

  /** A shared query, opened by a user who may only read. */
  async function openShared() {
    const fake = createFakePlatform()
    await add(fake, ID, 'select 1')
    Object.assign(stored(fake, ID) ?? {}, { visibility: 'project' })
    fake.world.caller.permissions.length = 0
    fake.world.caller.permissions.push({ actions: ['read'], resources: ['%'], organization_slug: 'default' })
    const window = open(`/project/default/sql/${ID}`, { fake })
    window.state.$left.listen(() => undefined)
    await until(() => expect(window.screen.draft.$text.get()).toBe('select 1'))
    return window
  }

  test('a shared query under a role that only reads: nothing is sent, and the text is kept', async () => {
    const window = await openShared()
    const { host, fake, screen, state } = window
    screen.type('select 2')
    host.clock.advance(1000)
    await until(() => expect(state.$left.get()).toBe('read-only'))
    expect(state.$saving.get()).toMatchObject({
      label: 'Not saved: your role does not allow changing it',
      mayRetry: false,
    })
    expect(saves(fake)).toEqual([])
    expect(screen.draft.$text.get()).toBe('select 2')
    state.discard()
    expect(screen.draft.$text.get()).toBe('select 1')
    expect(kindOf(window)).toBe('saved')
    expect(state.$left.get()).toBeNull()
  })

  test('a shared query that was changed under a role that only reads becomes a query of one’s own', async () => {
    const { host, fake, screen, state } = await openShared()
    screen.type('select 2')
    host.clock.advance(1000)
    await until(() => expect(state.$left.get()).toBe('read-only'))
    state.keepAsNew()
    host.clock.advance(1000)
    await until(() => expect(fake.content.snippets).toHaveLength(2))
    const own = fake.content.snippets.find(({ id }) => id !== ID)
    expect(own).toMatchObject({ visibility: 'user', content: { sql: 'select 2' } })
    expect(stored(fake, ID)?.content.sql).toBe('select 1')
  })

  test('a star on a shared query needs no right to change it', async () => {
    const { host, fake, state } = await openShared()
    state.toggleFavorite()
    host.clock.advance(1000)
    await until(() => expect(saves(fake)).toHaveLength(1))
    await until(() => expect(stored(fake, ID)?.favorite).toBe(true))
  })

  test('a save that is not answered for 30 s', async () => {
    const window = await openStored()
    const { host, fake, screen, state } = window
    fake.intercept = (request) => (isSave(request) ? new Promise(() => undefined) : undefined)
    screen.type('select 2')
    host.clock.advance(1000)
    await until(() => expect(saves(fake)).toHaveLength(1))
    host.clock.advance(29_999)
    expect(kindOf(window)).toBe('saving')
    host.clock.advance(1)
    await until(() =>
      expect(state.$saving.get().label).toBe('Not saved: The platform did not answer within 30 seconds'),
    )
    fake.intercept = undefined
    host.clock.advance(1000)
    await until(() => expect(kindOf(window)).toBe('saved'))
  })

  test('a save whose answer was lost is no conflict with itself', async () => {
    const window = await openStored()
    const { host, fake, screen, state } = window
    fake.intercept = (request) => {
      if (!isSave(request)) return undefined
      saveElsewhere(fake, ID, 'select 2')
      fake.intercept = undefined
      return { status: 502, body: { message: 'Bad gateway' } }
    }
    screen.type('select 2')
    host.clock.advance(1000)
    await until(() => expect(kindOf(window)).toBe('failed'))
    screen.type('select 3')
    host.clock.advance(1000)
    await until(() => expect(stored(fake, ID)?.content.sql).toBe('select 3'))
    expect(state.$choice.get()).toBeNull()
  })

  test('offline for an hour and back: what was typed meanwhile is saved', async () => {
    const window = await openStored()
    const { host, fake, screen } = window
    screen.type('select 2')
    host.clock.advance(1000)
    await until(() => expect(kindOf(window)).toBe('saved'))
    fake.offline = true
    host.setOnline(false)
    for (let minute = 0; minute < 60; minute++) {
      screen.type(`select ${minute}`)
      host.clock.advance(60_000)
    }
    await until(() => expect(kindOf(window)).toBe('failed'))
    fake.offline = false
    host.setOnline(true)
    await until(() => expect(kindOf(window)).toBe('saved'))
    expect(stored(fake, ID)?.content.sql).toBe('select 59')
  })

  test('one that could not be made says so once', async () => {
    const { host, fake, screen } = open('/project/default/sql/1')
    fake.intercept = (request) =>
      isSave(request) ? { status: 500, body: { message: 'Broken', code: 'internal' } } : undefined
    screen.type('select 1')
    host.clock.advance(1000)
    await until(() =>
      expect(host.notes.map(({ message }) => message)).toEqual(['Failed to create new query: Broken']),
    )
    host.clock.advance(1000)
    await until(() => expect(saves(fake).length).toBeGreaterThan(1))
    expect(host.notes).toHaveLength(1)
  })

  test('a text that the device can’t keep is saved all the same, and says what not to do meanwhile', async () => {
    const window = await openStored()
    const { host, fake, screen, state } = window
    const text = `select '${'x'.repeat(1_000_000)}'`
    host.storage.full = true
    screen.type(text)
    host.clock.advance(500)
    expect(state.$saving.get().detail).toBe('It is too large to keep on this device – don’t close the page.')
    host.clock.advance(500)
    await until(() => expect(kindOf(window)).toBe('saved'))
    expect(stored(fake, ID)?.content.sql === text).toBe(true)
  })
})

describe('nothing typed is lost', () => {
  test('a crash before the save: the next life of the page saves it', async () => {
    const { host, fake, screen } = await openStored()
    screen.type('select 2')
    host.hide()
    // Nothing more of this window runs.
    const again = open('/project/default/sql/1', { host, fake })
    expect(again.deck).toBeDefined()
    host.clock.advance(1000)
    await until(() => expect(stored(fake, ID)?.content.sql).toBe('select 2'))
  })

  test('a reload in the middle of typing shows the text at once', async () => {
    const { host, fake, deck, screen } = await openStored()
    screen.type('select 2')
    deck.dispose()
    const again = open(`/project/default/sql/${ID}`, { host, fake })
    expect(again.screen.draft.$text.get()).toBe('select 2')
    expect(again.state.$placeholder.get()).toEqual({ type: 'shown' })
  })

  test.each([
    ['a new one', '/project/default/sql/1', false],
    ['a stored one', `/project/default/sql/${ID}`, true],
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
      if (isStored) await add(fake, ID, 'select 1')
      const { host, deck, screen } = open(path, { fake })
      if (isStored) await until(() => expect(screen.draft.$text.get()).toBe('select 1'))
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
      await until(() => expect(fake.content.snippets[0]?.content.sql).toBe('select 4'))
      screen.type('select 42')
      deck.dispose()
      const again = open(path, { host, fake })
      host.clock.advance(1000)
      await until(() => expect(fake.content.snippets[0]?.content.sql).toBe('select 42'))
      expect(again.state.$choice.get()).toBeNull()
      expect(statuses).not.toContain(409)
    },
  )

  test('a new one that was sent in an earlier life, and changed elsewhere since, is not overwritten', async () => {
    const first = open('/project/default/sql/1')
    const { host, fake } = first
    first.screen.type('mine')
    host.hide()
    const id = Object.values(
      JSON.parse(host.storage.get('basedeck:sheets:default') ?? '{}') as object,
    )[0] as string
    first.deck.dispose()
    await add(fake, id, 'theirs')
    const again = open('/project/default/sql/1', { host, fake })
    host.clock.advance(1000)
    await until(() => expect(again.state.$choice.get()).toMatchObject({ mine: 'mine', theirs: 'theirs' }))
    expect(stored(fake, id)?.content.sql).toBe('theirs')
  })

  test('text from before there were snippets is still there, and becomes one', async () => {
    const host = createMemoryHost('/project/default/sql/1')
    host.storage.set('basedeck:draft:default/1', 'select old')
    const { fake, screen } = open('/project/default/sql/1', { host })
    expect(screen.draft.$text.get()).toBe('select old')
    host.clock.advance(1000)
    await until(() => expect(fake.content.snippets[0]?.content.sql).toBe('select old'))
  })
})

describe('another user has saved first', () => {
  async function conflict() {
    const window = await openStored()
    saveElsewhere(window.fake, ID, 'theirs')
    window.screen.type('mine')
    window.host.clock.advance(1000)
    await until(() => expect(window.state.$choice.get()).not.toBeNull())
    return window
  }

  test('both texts are shown side by side, and neither is overwritten', async () => {
    const window = await conflict()
    expect(window.state.$choice.get()).toMatchObject({ mine: 'mine', theirs: 'theirs' })
    expect(window.state.$saving.get()).toMatchObject({ kind: 'failed', mayRetry: false })
    window.screen.type('mine, and more')
    window.host.clock.advance(60_000)
    expect(stored(window.fake, ID)?.content.sql).toBe('theirs')
    expect(saves(window.fake)).toHaveLength(1)
  })

  test('mine is kept', async () => {
    const window = await conflict()
    window.state.keepMine()
    await until(() => expect(stored(window.fake, ID)?.content.sql).toBe('mine'))
    expect(window.state.$choice.get()).toBeNull()
    await until(() => expect(kindOf(window)).toBe('saved'))
  })

  test('theirs is taken', async () => {
    const window = await conflict()
    window.state.takeTheirs()
    expect(window.screen.draft.$text.get()).toBe('theirs')
    expect(kindOf(window)).toBe('saved')
    window.host.clock.advance(60_000)
    expect(saves(window.fake)).toHaveLength(1)
  })

  test('another name alone is no conflict with a text', async () => {
    const window = await openStored()
    const one = stored(window.fake, ID)
    if (one) Object.assign(one, { name: 'Renamed', updated_at: '2027-01-01T00:00:00.000Z' })
    window.screen.type('mine')
    window.host.clock.advance(1000)
    await until(() => expect(stored(window.fake, ID)?.content.sql).toBe('mine'))
    expect(stored(window.fake, ID)?.name).toBe('Renamed')
    expect(window.state.$label.get()).toBe('Renamed')
  })
})

describe('two windows of one browser', () => {
  /** What one window writes the other one hears. */
  function join(a: MemoryHost, b: MemoryHost) {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const { set, remove } = from.storage
      from.storage.set = (key, value) => {
        if (!set(key, value)) return false
        if (to.storage.get(key) !== value) to.storage.writeElsewhere(key, value)
        return true
      }
      from.storage.remove = (key) => {
        remove(key)
        to.storage.values.delete(key)
      }
    }
  }

  async function twoWindows() {
    const first = await openStored()
    const otherHost = createMemoryHost(`/project/default/sql/${ID}`)
    for (const [key, value] of first.host.storage.values) otherHost.storage.values.set(key, value)
    join(first.host, otherHost)
    const second = open(`/project/default/sql/${ID}`, { host: otherHost, fake: first.fake })
    await until(() => expect(second.state.$placeholder.get()).toEqual({ type: 'shown' }))
    expect(kindOf(second)).toBe('saved')
    // The texts that were read are written to the device.
    for (const { host } of [first, second]) host.clock.advance(100)
    return { first, second }
  }

  test('see each other’s typing, and the one’s save is no conflict for the other', async () => {
    const { first, second } = await twoWindows()
    first.screen.type('select 2')
    first.host.clock.advance(1000)
    expect(second.screen.draft.$text.get()).toBe('select 2')
    await until(() => expect(kindOf(first)).toBe('saved'))
    second.screen.type('select 23')
    second.host.clock.advance(1000)
    await until(() => expect(stored(first.fake, ID)?.content.sql).toBe('select 23'))
    expect(first.screen.draft.$text.get()).toBe('select 23')
    expect([first.state.$choice.get(), second.state.$choice.get()]).toEqual([null, null])
    first.screen.type('select 234')
    first.host.clock.advance(1000)
    await until(() => expect(stored(first.fake, ID)?.content.sql).toBe('select 234'))
  })

  test('what one has not saved yet is not saved in the other', async () => {
    const { first, second } = await twoWindows()
    first.screen.type('select 2')
    expect(kindOf(second)).toBe('waiting')
    first.host.clock.advance(1000)
    await until(() => expect(kindOf(first)).toBe('saved'))
    expect(kindOf(second)).toBe('saved')
    second.host.clock.advance(120_000)
    expect(saves(first.fake)).toHaveLength(1)
  })

  /** Both show the same choice, of a text that was typed in the first one. */
  async function choiceInBoth() {
    const windows = await twoWindows()
    const { first, second } = windows
    saveElsewhere(first.fake, ID, 'theirs')
    first.screen.type('mine')
    first.host.clock.advance(1000)
    for (const { state } of [first, second])
      await until(() => expect(state.$choice.get()).toMatchObject({ mine: 'mine', theirs: 'theirs' }))
    expect(second.state.$saving.get()).toEqual(first.state.$saving.get())
    expect(first.state.$saving.get()).toMatchObject({ kind: 'failed', mayRetry: false })
    expect(stored(first.fake, ID)?.content.sql).toBe('theirs')
    return windows
  }
  const WINDOWS = ['first', 'second'] as const

  test.each(WINDOWS)('a choice is open in both, and ends in both when the %s keeps mine', async (chooses) => {
    const { first, second, [chooses]: window } = await choiceInBoth()
    window.state.keepMine()
    await until(() => expect(stored(first.fake, ID)?.content.sql).toBe('mine'))
    await until(() => expect([kindOf(first), kindOf(second)]).toEqual(['saved', 'saved']))
    expect([first.state.$choice.get(), second.state.$choice.get()]).toEqual([null, null])
  })

  test.each(WINDOWS)(
    'a choice is open in both, and ends in both when the %s takes theirs',
    async (chooses) => {
      const { first, second, [chooses]: window } = await choiceInBoth()
      window.state.takeTheirs()
      window.host.clock.advance(100)
      expect([first.state.$choice.get(), second.state.$choice.get()]).toEqual([null, null])
      expect([kindOf(first), kindOf(second)]).toEqual(['saved', 'saved'])
      for (const { screen, host } of [first, second]) {
        expect(screen.draft.$text.get()).toBe('theirs')
        host.clock.advance(120_000)
      }
      expect(stored(first.fake, ID)?.content.sql).toBe('theirs')
    },
  )

  test('a window that closes before it saved leaves that to the other one', async () => {
    const { first, second } = await twoWindows()
    first.screen.type('select 2')
    first.deck.dispose()
    expect(kindOf(second)).toBe('waiting')
    second.host.clock.advance(59_999)
    expect(saves(first.fake)).toEqual([])
    second.host.clock.advance(1)
    await until(() => expect(stored(first.fake, ID)?.content.sql).toBe('select 2'))
    await until(() => expect(kindOf(second)).toBe('saved'))
  })

  test('deleted in one, the other says so, keeps the text, and can make a new one of it', async () => {
    const { first, second } = await twoWindows()
    const listed = stored(first.fake, ID)
    if (!listed) throw new Error('not stored')
    await sqlWorkOf(first.deck).snippets.of('default').remove([listed])
    expect(second.state.$left.get()).toBe('deleted')
    expect(second.screen.draft.$text.get()).toBe('select 1')
    second.screen.type('select 1 as kept')
    second.host.clock.advance(5000)
    expect(saves(first.fake)).toEqual([])
    second.state.keepAsNew()
    second.host.clock.advance(1000)
    await until(() => expect(first.fake.content.snippets[0]?.content.sql).toBe('select 1 as kept'))
    expect(first.fake.content.snippets[0]?.id).not.toBe(ID)
    expect(second.host.navigation.current().pathname).toBe(
      `/project/default/sql/${first.fake.content.snippets[0]?.id}`,
    )
  })

  test('taken back, it is as it was in both', async () => {
    const { first, second } = await twoWindows()
    const listed = stored(first.fake, ID)
    if (!listed) throw new Error('not stored')
    await sqlWorkOf(first.deck).snippets.of('default').remove([listed])
    first.host.notes.at(-1)?.action?.run()
    await until(() => expect(stored(first.fake, ID)).toEqual(listed))
    await until(() => expect([first.state.$left.get(), second.state.$left.get()]).toEqual([null, null]))
  })
})

test('one that was deleted on another device is told by its next save', async () => {
  const { host, fake, screen, state } = await openStored()
  fake.content.snippets = []
  screen.type('select 2')
  host.clock.advance(1000)
  await until(() => expect(state.$left.get()).toBe('deleted'))
  expect(screen.draft.$text.get()).toBe('select 2')
  expect(fake.content.snippets).toEqual([])
})

test('another person’s query that is not found may be deleted or private', async () => {
  const { host, fake, screen, state, deck } = await openStored()
  deckSnippet(deck).update({ owner_id: 'dee' })
  fake.content.snippets = []
  screen.type('select 2')
  host.clock.advance(1000)
  await until(() => expect(state.$left.get()).toBe('not-found'))
  expect(state.$saving.get().label).toBe('Not saved: it was deleted or made private')
})

test('an id that exists nowhere is a snippet that was not found', async () => {
  const { state } = open(`/project/default/sql/${ID}`)
  expect(state.$placeholder.get()).toEqual({ type: 'loading' })
  await until(() => expect(state.$placeholder.get()).toEqual({ type: 'missing' }))
})

test('a folder that goes while a snippet moves into it: the snippet is kept outside', async () => {
  const { host, fake, deck } = await openStored()
  const snippet = deckSnippet(deck)
  snippet.update({ folder_id: '00000000-0000-4000-8000-000000000001' })
  host.clock.advance(1000)
  await until(() =>
    expect(host.notes.map(({ message }) => message)).toEqual([
      'The folder no longer exists; the query is kept outside any folder',
    ]),
  )
  await until(() => expect(snippet.$snippet.get().saving).toBe('IDLE'))
  expect(stored(fake, ID)?.folder_id).toBeNull()
})

test('a text from elsewhere is saved at once, and says where it is', async () => {
  const { host, fake, deck } = open('/project/default/sql/1')
  await sqlWorkOf(deck).snippets.of('default').saveNew({ name: 'From the panel', sql: 'select 1' })
  const [note] = host.notes
  expect([note?.message, note?.action?.label]).toEqual(['Saved snippet!', 'View it here'])
  note?.action?.run()
  expect(host.navigation.current().pathname).toBe(`/project/default/sql/${fake.content.snippets[0]?.id}`)
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
  await until(() => expect(fake.content.snippets[0]?.content.sql).toBe('select salary'))
})
