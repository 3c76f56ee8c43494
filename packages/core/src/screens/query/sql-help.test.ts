import type { StatementResult } from '@basedeck/platform-client'
import { createFakePlatform, type FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deck } from '../../deck.js'
import { testDeck } from '../../testing/test-deck.js'
import { FUNCTIONS_STATEMENT, NAMES_STATEMENT, relationsStatement } from '../../sql/catalogue/completion.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import { FORMAT_MAX } from './formatting.js'
import { PROBLEM_PAUSE_MS } from './sql-problems.js'

const eventually: typeof vi.waitFor = (check) => vi.waitFor(check)
let deck: Deck | undefined
afterEach(() => deck?.dispose())

const rows = (...rows: (string | null)[][]): { results: StatementResult[] } => ({
  results: [{ command: 'SELECT', rowCount: rows.length, fields: [], rows, notices: [] }],
})
const column = (name: string) => [name, 'text', false, null]

function holds(fake: FakePlatform, ...names: string[]) {
  const relations = names.map((name, index) => [
    String(index + 1),
    'public',
    name,
    'r',
    null,
    JSON.stringify([column(`${name}_note`)]),
  ])
  fake.answer(relationsStatement('').query, rows(...relations))
}

async function open(prepare: (fake: FakePlatform) => void = () => undefined) {
  const host = createMemoryHost('/project/default/sql/1')
  const fake = createFakePlatform()
  fake.answer(
    NAMES_STATEMENT.query,
    rows(['schema', 'public', '0'], ['path', 'public', '1'], ['type', 'bigint', '0']),
  )
  fake.answer(FUNCTIONS_STATEMENT.query, rows(['public', 'total', 'bigint', 'bigint', 'Adds up']))
  holds(fake, 'users')
  prepare(fake)
  const opened = (deck = testDeck(host, fake))
  const screen = await eventually(() => {
    const shown = opened.$screen.get()
    if (shown.name !== 'sqlEditor') throw new Error('not yet')
    return shown.screen
  })
  const help = await screen.help.open()
  const labels = (text: string, offset = text.length) =>
    help.complete(text, offset).items.map(({ label }) => label)
  return { host, fake, screen, help, labels }
}

test('names come from the catalogue; before it is there, the words of the grammar do', async () => {
  const { labels } = await open()
  expect(labels('sel')).toContain('select')
  await eventually(() => expect(labels('select * from us')).toEqual(['users']))
  expect(labels('select u. from users u', 9)).toEqual(['users_note'])
  expect(labels('select 1; select u. from users u', 19)).toEqual(['users_note'])
  expect(labels('select tot')).toContain('total')
})

test('that other names came is told to what was completed before', async () => {
  const { help, labels } = await open()
  const told = vi.fn(() => labels('select * from us'))
  const stop = help.onNames(told)
  await eventually(() => expect(told).toHaveLastReturnedWith(['users']))
  stop()
})

test('what a run creates is known afterwards; a plain select asks nothing', async () => {
  const { fake, screen, labels } = await open()
  await eventually(() => expect(labels('select * from us')).toEqual(['users']))
  const asked = () => fake.requests.filter(({ body }) => JSON.stringify(body)?.includes('pg_proc')).length
  const before = asked()
  screen.type('select 1')
  await screen.run()
  expect(asked()).toBe(before)
  holds(fake, 'users', 'usages')
  fake.answer('create table usages ()', {
    results: [{ command: 'CREATE TABLE', rowCount: null, fields: [], rows: [], notices: [] }],
  })
  screen.type('create table usages ()')
  await screen.run()
  await screen.confirm()
  await eventually(() => expect(labels('select * from us')).toEqual(['usages', 'users']))
})

test('a name says what it is', async () => {
  const { help, labels } = await open()
  await eventually(() => expect(labels('select * from us')).toEqual(['users']))
  expect(help.hover('select 1; select * from users', 26)).toEqual({
    start: 24,
    end: 29,
    code: 'public.users\n  users_note text',
    notes: ['Table'],
  })
  expect(help.hover('select users_note from users', 10)).toMatchObject({
    code: 'users_note text',
    notes: ['Column of public.users'],
  })
  expect(help.hover('select total(1)', 9)).toMatchObject({
    code: 'total(bigint) → bigint',
    notes: ['Function of public', 'Adds up'],
  })
  expect(help.hover('select nobody', 9)).toBeNull()
})

test('a text is formatted, or a part of it; what can’t be is left with a sentence', async () => {
  const { host, help } = await open()
  expect(await help.format('SELECT 1\n', 8)).toEqual({ start: 0, end: 9, text: 'select\n  1\n', cursor: 10 })
  expect(await help.format('x; SELECT 1', 5, { start: 3, end: 11 })).toMatchObject({
    start: 3,
    end: 11,
    text: 'select\n  1',
  })
  expect(await help.format('  ', 0)).toBeNull()
  expect(host.notes).toEqual([])
  expect(await help.format('select (', 0)).toBeNull()
  expect(host.notes.at(-1)).toMatchObject({ message: 'This text can’t be formatted' })
  expect(await help.format('select\n  1', 0)).toBeNull()
  expect(host.notes.at(-1)).toMatchObject({ message: 'The text is already formatted' })
  expect(await help.format('x'.repeat(FORMAT_MAX + 1), 0)).toBeNull()
  expect(host.notes.at(-1)).toMatchObject({ message: 'The text is too long to format' })
})

test('what the grammar refuses is underlined after a pause, in each statement, but not under the cursor', async () => {
  const { host, screen, help } = await open()
  const text = 'select * frm a;\nselect 1;\nselct 2'
  const look = (cursor?: number) => {
    help.look(text, cursor)
    host.clock.advance(PROBLEM_PAUSE_MS)
  }
  await eventually(() => {
    look()
    expect(screen.help.$problems.get().map(({ startOffset }) => startOffset)).toEqual([9, 26])
  })
  help.look(text, 12)
  host.clock.advance(PROBLEM_PAUSE_MS - 1)
  expect(screen.help.$problems.get()).toHaveLength(2)
  host.clock.advance(1)
  await eventually(() =>
    expect(screen.help.$problems.get().map(({ startOffset }) => startOffset)).toEqual([26]),
  )
})

test('characters that look like others are marked, whatever the grammar says', async () => {
  const { host, screen, help } = await open()
  const text = "select 'a\u00a0b';\n\u200bselect\u00a01;\nselect ‘c’"
  const said = () =>
    screen.help.$problems
      .get()
      .filter(({ isWarning }) => isWarning)
      .map(({ startOffset, endOffset, message }) => [startOffset, endOffset, message])
  help.look(text, undefined)
  await eventually(() => {
    host.clock.advance(PROBLEM_PAUSE_MS)
    expect(said()).toEqual([
      [14, 15, 'an invisible character (U+200B): PostgreSQL reads it as a letter'],
      [21, 22, 'a special space (U+00A0): PostgreSQL reads it as a letter, not as a space'],
      [32, 33, "a typographic quote (U+2018): PostgreSQL reads it as a letter; a string stands in '…'"],
      [34, 35, "a typographic quote (U+2019): PostgreSQL reads it as a letter; a string stands in '…'"],
    ])
  })
})

test('names that the database does not hold are warned of, but not the one under the cursor', async () => {
  const { host, screen, help, labels } = await open()
  await eventually(() => expect(labels('select * from us')).toEqual(['users']))
  const text = 'select users_note from users;\nselect nothing from users;\nselect 1 from usres'
  const said = () => screen.help.$problems.get().map(({ message, isWarning }) => [message, isWarning])
  help.look(text, undefined)
  await eventually(() => {
    host.clock.advance(PROBLEM_PAUSE_MS)
    expect(said()).toEqual([
      ['No table of this statement has a column nothing', true],
      ['There is no table or view usres here', true],
    ])
  })
  help.look(text, text.length)
  await eventually(() => {
    host.clock.advance(PROBLEM_PAUSE_MS)
    expect(said()).toEqual([['No table of this statement has a column nothing', true]])
  })
})
