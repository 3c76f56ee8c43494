/** The statistics of statements in a real database: each order and filter, one statement whole, and plans with parameters. */
import { installExtension, queryPlain, queryTyped } from '@basedeck/platform-client'
import { indexCandidates, planIn } from '@basedeck/core/rules'
import {
  countStatement,
  explainStatements,
  ownResetStatement,
  pageStatement,
  resetStatementsText,
  statementDetailStatement,
  statementList,
  statementRolesStatement,
  statementTextsStatement,
  trialStatements,
  type CatalogueRequest,
  type Statement,
  type StatementDetail,
} from '@basedeck/core/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runApp, type RunningApp } from './running-app.js'

const params = { ref: 'default' }
const LIST = statementList('extensions')
let running: RunningApp
let runs = 0
beforeAll(async () => {
  running = await runApp('cluster')
  await running.client.call(installExtension, { params, body: { name: 'pg_stat_statements' } })
  await run(
    `create table public."Odd ""orders""" (id int primary key, customer int, at timestamptz default now(), note text)`,
  )
  await run(
    `insert into public."Odd ""orders""" (id, customer) select n, n % 100 from generate_series(1, 5000) n`,
  )
  await run(`select count(*) from public."Odd ""orders""" where customer = 5 and note is null`)
  await run(`select count(*) from public."Odd ""orders""" where at > now() - interval '1 day'`)
  await run(`update public."Odd ""orders""" set note = 'x' where customer = 7`)
})
afterAll(() => running.stop())

const run = (query: string) => running.client.call(queryPlain, { params, body: { query } })
async function results(query: string, parameters?: (string | null)[]) {
  const body = { query, readOnly: true, runId: `q${runs++}`, ...(parameters ? { parameters } : {}) }
  return (await running.client.call(queryTyped, { params, body })).results.map(({ rows }) => rows)
}
const ask = async ({ query, parameters }: Statement) => (await results(query, parameters))[0] ?? []
const page = (request: CatalogueRequest) => ask(pageStatement(LIST, request))
const find = async (words: string) => {
  const [row] = await page({ search: words, types: ['own'] })
  return { queryId: row?.[LIST.columns.length - 1] ?? '', userId: row?.at(-1) ?? '' }
}

test.each(LIST.columns.flatMap(({ key }) => [true, false].map((descending) => ({ key, descending }))))(
  'pages follow each other in the order of $key, descending: $descending',
  async (sort) => {
    // Those of others may run meanwhile.
    const narrowed = { search: 'Odd ""orders""', types: ['own'], sort }
    const all = await page(narrowed)
    const after = all[1]?.slice(LIST.columns.length).map((key) => key ?? '') ?? []
    const ids = (rows: readonly (readonly (string | null)[])[]) => rows.map((row) => row.slice(-2).join(' '))
    expect(ids(await page({ ...narrowed, after }))).toEqual(ids(all).slice(2))
    expect(all.length).toBeGreaterThan(3)
  },
)

test('statements are narrowed to those of the project, to a role and to words', async () => {
  const own = await page({ types: ['own'] })
  expect(own.some(([query]) => query?.includes('Odd ""orders""'))).toBe(true)
  expect(own.some(([query]) => query?.includes('pg_catalog'))).toBe(false)
  const roles = await ask(statementRolesStatement('extensions'))
  const [id, name] = roles.find(([, role]) => role === 'postgres') ?? []
  const ofRole = await page({ ownerId: id ?? '' })
  expect(new Set(ofRole.map((row) => row[1]))).toEqual(new Set([name]))
  expect(await page({ search: '%_no such words' })).toEqual([])
  const [[count] = []] = await ask(countStatement(LIST, { types: ['own'] }))
  expect(Number(count)).toBeGreaterThanOrEqual(own.length)
})

test('one statement is read whole, and one that is gone is none', async () => {
  const id = await find('customer = $1 and note is null')
  const [[text] = []] = await ask(statementDetailStatement('extensions', id))
  expect(JSON.parse(text ?? '') as StatementDetail).toMatchObject({
    text: 'select count(*) from public."Odd ""orders""" where customer = $1 and note is null',
    calls: 1,
    rows: 1,
    hypopgSchema: null,
  })
  expect(await ask(statementDetailStatement('extensions', { ...id, queryId: '1' }))).toEqual([])
  expect(await ask(statementTextsStatement('extensions', [id.queryId, '1']))).toHaveLength(1)
})

test.each([
  ['customer = $1 and note is null', /Seq Scan/],
  ['now() - interval $1', /Seq Scan/],
  ['set note = $1', /ModifyTable/],
])('a plan with parameters runs nothing: %s', async (words, step) => {
  const [[text] = []] = await ask(statementDetailStatement('extensions', await find(words)))
  const detail = JSON.parse(text ?? '') as StatementDetail
  const { statements, planAt } = explainStatements(detail.text)
  const before = await run(`select count(*) from public."Odd ""orders""" where note = 'x'`)
  const plan = (await results(statements.join(';\n')))[planAt]?.[0]?.[0] ?? ''
  expect(plan).toMatch(step)
  expect(plan).not.toContain('One-Time Filter')
  expect(await run(`select count(*) from public."Odd ""orders""" where note = 'x'`)).toEqual(before)
})

test('an index is tried with hypopg where the server has it, and nothing is built', async () => {
  const available = `select exists (select from pg_available_extensions where name = 'hypopg')::text`
  const [[has] = []] = await ask({ query: available, parameters: [] })
  // Debian has it in a package of its own; what npm ships has not.
  if (has !== 'true') return
  await running.client.call(installExtension, { params, body: { name: 'hypopg' } })
  await run('analyze public."Odd ""orders"""')
  const [[text] = []] = await ask(
    statementDetailStatement('extensions', await find('customer = $1 and note is null')),
  )
  const detail = JSON.parse(text ?? '') as StatementDetail
  expect(detail.hypopgSchema).toBe('extensions')
  const explained = explainStatements(detail.text)
  const plan = planIn((await results(explained.statements.join(';\n')))[explained.planAt]?.[0]?.[0] ?? '')
  if (!plan) throw new Error('no plan')
  const candidates = indexCandidates(plan)
  expect(candidates).toMatchObject([{ schema: 'public', table: 'Odd "orders"', columns: ['customer'] }])
  const trial = trialStatements('extensions', candidates, detail.text)
  const tried = await results(trial.statements.join(';\n'))
  const [{ sizeAt, planAt } = { sizeAt: -1, planAt: -1 }] = trial.steps
  expect(Number(tried[sizeAt]?.[0]?.[0])).toBeGreaterThan(8192)
  expect(planIn(tried[planAt]?.[0]?.[0] ?? '')?.['Total Cost']).toBeLessThan(plan['Total Cost'] ?? 0)
  const indexes = `select indexname from pg_indexes where tablename = 'Odd "orders"'`
  expect(await ask({ query: indexes, parameters: [] })).toHaveLength(1)
})

test('a statement whose table is gone has no plan, and the reason is PostgreSQL’s', async () => {
  await run(
    'create table public.gone (id int); select id from public.gone where id = 1; drop table public.gone',
  )
  const [[text] = []] = await ask(statementDetailStatement('extensions', await find('from public.gone')))
  const detail = JSON.parse(text ?? '') as StatementDetail
  const { statements } = explainStatements(detail.text)
  await expect(results(statements.join(';\n'))).rejects.toMatchObject({
    message: expect.stringContaining('relation "public.gone" does not exist'),
  })
})

test('the owner forgets what was counted', async () => {
  expect(await ask(ownResetStatement('extensions'))).toEqual([['true']])
  await run(resetStatementsText('extensions', true))
  expect(await page({ search: 'Odd ""orders""' })).toEqual([])
})
