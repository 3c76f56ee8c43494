import type { StatementResult } from '@basedeck/platform-client'
import { createFakePlatform } from '@basedeck/platform-client/testing'
import { expect, test, vi } from 'vitest'
import { testDeck } from '../../testing/test-deck.js'
import type { InputFile } from '../../ports/index.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import { MAX_FILE_BYTES } from './sql-files.js'

const ada = '11111111-1111-4111-8111-111111111111'

async function open() {
  const host = createMemoryHost('/project/default/sql/1')
  const fake = createFakePlatform()
  const deck = testDeck(host, fake)
  await vi.waitFor(() => expect(deck.$screen.get().name).toBe('sqlEditor'), { timeout: 20_000 })
  const opened = deck.$screen.get()
  if (opened.name !== 'sqlEditor') throw new Error('not the editor')
  const runs = () =>
    fake.requests.flatMap(({ path, body }) =>
      path.endsWith('/query') ? [body as Record<string, unknown>] : [],
    )
  return { host, fake, deck, screen: opened.screen, tools: opened.screen.tools, runs }
}

const rows = (cells: (string | null)[][], more: Partial<StatementResult> = {}): StatementResult => ({
  command: 'SELECT',
  rowCount: cells.length,
  fields: (cells[0] ?? []).map((_, index) => ({ name: `c${index}`, dataTypeId: 25, dataType: 'text' })),
  rows: cells,
  notices: [],
  ...more,
})
const file = (name: string, content: string | undefined, sizeBytes = content?.length ?? 0): InputFile => ({
  name,
  sizeBytes,
  text: async () => content,
})

test('the statement at the cursor runs alone, and its error stands where it is in the text', async () => {
  const { fake, screen, tools, runs } = await open()
  screen.setRowLimit(-1)
  screen.type('select 1;\nselect gone;\nselect 3')
  const at = { line: 1, column: 8, offset: 7 }
  fake.answer('select gone', { error: { message: 'no', formattedError: 'ERROR: no', code: '42703', at } })
  await tools.runStatement(14)
  expect(runs().at(-1)).toMatchObject({ query: 'select gone', readOnly: true })
  expect(screen.$marks.get()).toMatchObject([{ startOffset: 17, endOffset: 21 }])
})

test('between statements nothing can be run', async () => {
  const { host, screen, tools, runs } = await open()
  screen.type('select 1;\n\n\nselect 2')
  await tools.runStatement(10)
  expect(runs()).toEqual([])
  expect(host.notes.at(-1)?.message).toBe('No statement at the cursor')
})

test('a text that runs unasked is asked about again, alone or with all others', async () => {
  const { host, screen, tools, runs } = await open()
  const keep = async (sql: string) => {
    screen.type(sql)
    await screen.run()
    await screen.confirmReadOnly(true)
  }
  await keep('select f()')
  await keep('select g()')
  expect([tools.unasked.$count.get(), tools.unasked.$isThis.get()]).toEqual([2, true])
  await screen.run()
  expect(screen.$question.get()).toBeNull()
  expect(runs()).toHaveLength(3)
  tools.unasked.askAgain()
  expect([tools.unasked.$count.get(), tools.unasked.$isThis.get()]).toEqual([1, false])
  await screen.run()
  expect(screen.$question.get()).toMatchObject({ offersReadOnly: true, canKeep: true })
  screen.dismiss()
  host.notes.at(-1)?.action?.run()
  expect(tools.unasked.$isThis.get()).toBe(true)
  tools.unasked.askAgainAboutAll()
  expect(tools.unasked.$count.get()).toBe(0)
})

test('characters that look like others are replaced, with an undo', async () => {
  const { fake, host, screen } = await open()
  const text = "select\u00a0‘a\u00a0b’, '–'"
  screen.type(text)
  fake.answer(text, { error: { message: 'no', formattedError: 'ERROR: no', code: '42601' } })
  screen.setRowLimit(-1)
  await screen.run()
  if (screen.$question.get()) await screen.confirm()
  expect(screen.$error.get()).toMatchObject({ canMend: true })
  screen.mendCharacters()
  expect(screen.draft.$text.get()).toBe("select 'a\u00a0b', '–'")
  expect(screen.$error.get()).toMatchObject({ canMend: false })
  expect(host.notes.at(-1)?.message).toBe('3 characters replaced')
  host.notes.at(-1)?.action?.run()
  expect(screen.draft.$text.get()).toBe(text)
  screen.type('select 1')
  screen.mendCharacters()
  expect(host.notes.at(-1)?.message).toBe(
    'The text has no look-alike characters outside of strings and comments',
  )
})

test('Explain asks nothing, and shows the plan as a text; of a write it runs nothing', async () => {
  const { fake, screen, tools, runs } = await open()
  screen.type('delete from t')
  const plan = rows([['Delete on t'], ['  ->  Seq Scan on t']], { command: 'EXPLAIN' })
  fake.answer('explain delete from t', { results: [plan] })
  await tools.explain('plan', { selection: undefined, cursor: 0 })
  expect(runs().at(-1)).toMatchObject({ readOnly: true })
  expect(screen.$activeTab.get()).toMatchObject({
    kind: 'plan',
    label: 'Plan',
    plan: 'Delete on t\n  ->  Seq Scan on t',
  })
  expect(tools.history.$pastRuns.get()[0]).toMatchObject({
    sql: 'delete from t',
    facts: expect.stringMatching(/^Explained · Succeeded/),
  })
})

test('Explain and analyze of a write asks first', async () => {
  const { screen, tools, runs } = await open()
  screen.type('delete from t')
  await tools.explain('analyze', { selection: undefined, cursor: 0 })
  expect(screen.$question.get()?.warning).toBe('This query contains write operations.')
  expect(runs()).toEqual([])
  await screen.confirm()
  expect(runs()).toMatchObject([{ query: 'explain (analyze, buffers) delete from t', readOnly: false }])
})

test('the error of an explained statement is marked in the user’s text', async () => {
  const { fake, screen, tools } = await open()
  screen.type('select 1;\nselect gone')
  const at = { line: 1, column: 16, offset: 15 }
  fake.answer('explain select gone', {
    error: { message: 'no', formattedError: 'ERROR: no', code: '42703', at },
  })
  await tools.explain('plan', { selection: undefined, cursor: 15 })
  await screen.confirm()
  expect(screen.$marks.get()).toMatchObject([{ startOffset: 17, endOffset: 21 }])
})

test('a question that is dropped brings back what was said of the text before, and marks nothing in another one', async () => {
  const { fake, screen } = await open()
  screen.type('select 1;\nselect gone')
  fake.answer('select 1;\nselect gone', {
    error: {
      message: 'no gone',
      formattedError: 'ERROR:  no gone',
      code: '42703',
      at: { line: 2, column: 8, offset: 17 },
      statementIndex: 1,
      results: [],
      outcome: 'rolled_back',
    },
  })
  await screen.run()
  const said = screen.$error.get()
  expect(screen.$marks.get()).toHaveLength(1)
  screen.type('delete from t')
  await screen.run()
  screen.dismiss()
  expect(screen.$error.get()?.remarks).toEqual(said?.remarks)
  expect(screen.$marks.get()).toEqual([])
})

test('several selected statements can’t be explained together', async () => {
  const { screen, tools, runs } = await open()
  const text = 'select 1; select 2'
  screen.type(text)
  await tools.explain('plan', { selection: { text, offset: 0 }, cursor: 0 })
  expect(runs()).toEqual([])
  expect(screen.$error.get()?.title).toBe('Only one statement can be explained')
})

test('offline, nothing is sent, and the text says so', async () => {
  const { host, screen, runs } = await open()
  host.setOnline(false)
  screen.type('select 1')
  await screen.run()
  expect(runs()).toEqual([])
  expect(screen.$error.get()?.title).toBe('You are offline; nothing was sent')
})

test('a text that ends its own connection gets a clear state', async () => {
  const { fake, screen } = await open()
  const error = { message: 'terminating connection', formattedError: 'FATAL: 57P01', code: '57P01' }
  fake.answer('select 1 limit 100;', { error })
  screen.type('select 1')
  await screen.run()
  expect(screen.$error.get()?.title).toBe('The connection to the database was closed during the run')
})

test('a user is chosen, and the next runs act as them until that ends', async () => {
  const { fake, deck, screen, tools, runs } = await open()
  const { impersonation } = tools
  const users = rows([[ada, 'ada@example.com', null, 'authenticated', '{"provider":"email"}', '{}', 'false']])
  const { userCandidatesStatement } = await import('../../sql/index.js')
  fake.answer(userCandidatesStatement('').query, { results: [users] })
  const stop = impersonation.$users.listen(() => undefined)
  impersonation.open()
  impersonation.form.set('kind', 'user')
  expect(await impersonation.form.submit()).toEqual({ type: 'invalid', field: 'userId' })
  await vi.waitFor(() => expect(impersonation.$users.get().status).toBe('ready'))
  impersonation.chooseUser(ada)
  impersonation.form.set('hook', 'public.enrich')
  expect(await impersonation.form.submit()).toEqual({ type: 'done' })
  expect(impersonation.$isOpen.get()).toBe(false)
  expect(impersonation.$current.get()).toEqual({ label: 'ada@example.com', isOn: true })
  expect(deck.impersonationNotice.$shown.get()?.label).toBe('Acting as ada@example.com')

  screen.type('select 1')
  await screen.run()
  expect(runs().at(-1)?.['role']).toMatchObject({
    type: 'rest',
    role: 'authenticated',
    claims: { sub: ada, email: 'ada@example.com', aal: 'aal1', app_metadata: { provider: 'email' } },
    hook: { schema: 'public', name: 'enrich' },
  })
  expect(screen.$ranAs.get()).toBe('as authenticated')

  deck.impersonationNotice.stop()
  await screen.run()
  expect(runs().at(-1)).not.toHaveProperty('role')
  expect(screen.$ranAs.get()).toBeNull()
  stop()
})

test.each([
  [{ kind: 'anon' }, { type: 'rest', role: 'anon', claims: { role: 'anon', ref: 'default' } }],
  [
    { kind: 'database', roleName: 'staff' },
    { type: 'database', name: 'staff' },
  ],
  [
    { kind: 'external', subject: 'auth0|1', extra: '{"tenant": 7}' },
    { type: 'rest', role: 'authenticated', claims: { sub: 'auth0|1', tenant: 7 } },
  ],
] as const)('acting as %j sends %j', async (values, role) => {
  const { screen, tools, runs } = await open()
  for (const [name, value] of Object.entries(values))
    tools.impersonation.form.set(name as 'kind', value as 'anon')
  expect((await tools.impersonation.form.submit()).type).toBe('done')
  screen.type('select 1')
  await screen.run()
  expect(runs().at(-1)?.['role']).toMatchObject(role)
})

test.each([
  [{ kind: 'external' }, 'subject'],
  [{ kind: 'external', subject: 'a', extra: '[1]' }, 'extra'],
  [{ kind: 'external', subject: 'a', extra: '{' }, 'extra'],
  [{ kind: 'database' }, 'roleName'],
  [{ kind: 'external', subject: 'a', hook: 'no_schema' }, 'hook'],
] as const)('%j misses its %s', async (values, field) => {
  const { tools } = await open()
  for (const [name, value] of Object.entries(values))
    tools.impersonation.form.set(name as 'kind', value as 'anon')
  expect(await tools.impersonation.form.submit()).toEqual({ type: 'invalid', field })
})

test('the question before a write says whom it will run as', async () => {
  const { screen, tools } = await open()
  tools.impersonation.form.set('kind', 'anon')
  await tools.impersonation.form.submit()
  screen.type('delete from t where id = 1')
  await screen.run()
  expect(screen.$question.get()?.role).toBe('It will run as anon.')
})

test('runs are in the history, the newest first, are found by their words, and open as queries of their own', async () => {
  const { deck, host, fake, screen, tools } = await open()
  const { history } = tools
  fake.answer('select 1 as one limit 100;', { results: [rows([['1']])] })
  screen.type('select 1 as one')
  await screen.run()
  fake.answer('select gone limit 100;', { error: { message: 'no gone', formattedError: 'E', code: '42703' } })
  screen.type('select gone')
  await screen.run()
  expect(history.$pastRuns.get()).toMatchObject([
    { sql: 'select gone', outcome: 'failed', message: 'no gone' },
    { sql: 'select 1 as one', outcome: 'success', facts: 'Succeeded · 1 ms · 1 row' },
  ])
  history.searchHistory('As ONE')
  expect(history.$pastRuns.get()).toHaveLength(1)
  history.openPastRun(history.$pastRuns.get()[0]?.id ?? '')
  const opened = deck.$screen.get()
  expect(opened.name === 'sqlEditor' && opened.screen.draft.$text.get()).toBe('select 1 as one')
  expect(screen.draft.$text.get()).toBe('select gone')
  history.searchHistory('')
  history.removePastRun(history.$pastRuns.get()[0]?.id ?? '')
  expect(history.$pastRuns.get()).toHaveLength(1)
  history.clearHistory()
  expect(history.$pastRuns.get()).toEqual([])
  host.notes.at(-1)?.action?.run()
  expect(history.$pastRuns.get()).toHaveLength(1)
})

test('a device without room keeps what it can of the history', async () => {
  const { host, screen, tools } = await open()
  host.storage.full = true
  screen.type('select 1')
  await screen.run()
  expect(tools.history.$pastRuns.get()).toHaveLength(1)
})

test('a file opens in a tab of its own, and leaves the text as it was', async () => {
  const { host, deck, screen, tools } = await open()
  const id = deck.router.$route.get().match?.params['id']
  screen.type('select 1')
  host.chosen = file('Monthly report.SQL', 'select 2')
  await tools.files.openFile()
  expect(screen.draft.$text.get()).toBe('select 1')
  expect(host.notes.at(-1)?.message).toBe('Opened Monthly report.SQL')
  expect(deck.router.$route.get().match?.params['id']).not.toBe(id)
  await vi.waitFor(() => {
    const shown = deck.$screen.get()
    if (shown.name !== 'sqlEditor') throw new Error('not the editor')
    expect(shown.screen.draft.$text.get()).toBe('select 2')
    expect(shown.screen.snippet.$label.get()).toBe('Monthly report')
  })
})

test('a file opens where nothing is written', async () => {
  const { host, screen, tools } = await open()
  screen.type(' \n')
  host.chosen = file('a.sql', 'select 2')
  await tools.files.openFile()
  expect(screen.draft.$text.get()).toBe('select 2')
  expect(host.notes.at(-1)?.message).toBe('Opened a.sql')
})

test.each([
  ['.sql', 'x'],
  [`${'é'.repeat(200)}.txt`, 'é'.repeat(100)],
  ['a\u202eb.sql', 'ab'],
])('the file %j has a name that a query may have', async (name, expected) => {
  const { deck, screen, tools } = await open()
  screen.type('select 1')
  await tools.files.takeFile(file(name, '-- x'))
  await vi.waitFor(() => {
    const shown = deck.$screen.get()
    if (shown.name !== 'sqlEditor') throw new Error('not the editor')
    expect(shown.screen.draft.$text.get()).toBe('-- x')
    expect(shown.screen.snippet.$label.get()).toBe(expected)
  })
})

test.each([
  ['no UTF-8', file('a.sql', undefined), 'a.sql can’t be opened: it is not a UTF-8 text'],
  ['a NUL', file('a.sql', 'a\0b'), 'a.sql can’t be opened: it is not a UTF-8 text'],
  ['too much', file('a.sql', 'x', MAX_FILE_BYTES + 1), 'a.sql is too large: at most 5 MB can be opened'],
])('a file with %s changes nothing and says so', async (_, given, message) => {
  const { host, screen, tools } = await open()
  screen.type('select 1')
  await tools.files.takeFile(given)
  expect(screen.draft.$text.get()).toBe('select 1')
  expect(host.notes.at(-1)).toMatchObject({ kind: 'error', message })
})

test('a file that can’t be read any more says so; one of the largest size opens', async () => {
  const { host, screen, tools } = await open()
  await tools.files.takeFile({ name: 'a.sql', sizeBytes: 1, text: () => Promise.reject(new Error('moved')) })
  expect(host.notes.at(-1)?.message).toBe('a.sql could not be read')
  await tools.files.takeFile(file('b.sql', 'select 2', MAX_FILE_BYTES))
  expect(screen.draft.$text.get()).toBe('select 2')
})

test('the text is saved as a file, and its link copied with a word on who can open it', async () => {
  const { host, screen, tools } = await open()
  screen.type('select 1')
  tools.files.saveFile()
  expect(host.saved).toEqual([{ name: 'Untitled.sql', type: 'application/sql', text: 'select 1' }])
  await tools.copyLink()
  expect(host.copied.at(-1)).toBe('http://memory/project/default/sql/1')
  expect(host.notes.at(-1)?.message).toMatch(/^Link copied\. The query is not saved yet/)
})

test('what runs now is listed while its tab is shown, and can be cancelled', async () => {
  const { host, fake, screen, tools } = await open()
  const query = {
    id: '4711',
    query: 'select pg_sleep(60)',
    user: 'postgres',
    application: '',
    forMs: 12_000,
    blockedBy: ['4712'],
    locks: ['public.t: RowExclusiveLock'],
    canCancel: true,
  }
  fake.running.queries = [
    { ...query, state: 'locked', waitsFor: 'Lock: transactionid' },
    { ...query, id: '4712', state: 'idle', blockedBy: [], canCancel: false },
  ]
  const stop = tools.running.$runningRows.listen(() => undefined)
  const asked = () => fake.requests.filter(({ path }) => path.endsWith('/running')).length
  expect(asked()).toBe(0)
  screen.openTab('running')
  await vi.waitFor(() =>
    expect(tools.running.$runningRows.get()).toMatchObject({
      status: 'ready',
      rows: [
        {
          facts: 'Waiting for a lock, 12 s · postgres · Process 4711',
          notes: ['Lock: transactionid', 'Blocked by Process 4712', 'Locks public.t: RowExclusiveLock'],
          cancel: { disabled: false },
        },
        { cancel: { disabled: true, hint: 'It runs no query to cancel' } },
      ],
    }),
  )
  await tools.running.cancelQuery('4711')
  expect(host.notes.at(-1)?.message).toBe('The query was cancelled')
  await vi.waitFor(() => expect(tools.running.$runningRows.get()).toMatchObject({ rows: [{ id: '4712' }] }))
  stop()
})

test('results are hidden, and a run shows them again', async () => {
  const { screen, tools } = await open()
  tools.toggleResults()
  expect(tools.$showsResults.get()).toBe(false)
  screen.type('select 1')
  await screen.run()
  expect(tools.$showsResults.get()).toBe(true)
})
