/** `basedeck advisors`: over a project here, and over any database by URL. */
import { dismissLint, runLints } from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { advisorsOfUrl, advisorsReport, answerAdvisors } from '../src/advisors/advisors-command.js'
import { readCommand } from '../src/config/read-command.js'
import { testCluster, urlOf } from '../src/engines/testing/test-cluster.js'
import { temporaryDirectory } from '../src/engines/testing/temporary-directory.js'
import { runApp, type RunningApp } from './running-app.js'

const params = { ref: 'default' }
let running: RunningApp
beforeAll(async () => {
  running = await runApp('pglite')
  const database = await running.life.database('default')
  const query = 'create table open_table (id int primary key); create view seen as select * from open_table'
  await database.run({ runId: 'made', query })
})
afterAll(() => running.stop())

const lineOf = async () => {
  const answer = await answerAdvisors({ project: null }, running)
  return 'lines' in answer ? (answer.lines[0] ?? '') : answer.error
}

test('findings are printed with the SQL that mends them; an error fails, and what is less does where it is asked for', async () => {
  const line = await lineOf()
  const { lines, passed } = advisorsReport(line, { format: 'text', failsOn: 'error' })
  expect(passed).toBe(false)
  expect(lines.join('\n')).toContain('alter table public.open_table enable row level security;')
  expect(lines.at(-1)).toMatch(/findings\.$/)
  const warnings = JSON.stringify(
    (JSON.parse(line) as { level: string }[]).filter(({ level }) => level !== 'ERROR'),
  )
  expect(advisorsReport(warnings, { format: 'text', failsOn: 'error' }).passed).toBe(true)
  expect(advisorsReport(warnings, { format: 'text', failsOn: 'warn' }).passed).toBe(false)
  expect(advisorsReport('[]', { format: 'text', failsOn: 'info' })).toEqual({
    lines: ['Nothing was found.'],
    passed: true,
  })
})

test('a finding that a member put aside fails nothing', async () => {
  const [finding] = (await running.client.call(runLints, { params })).filter(({ level }) => level === 'ERROR')
  const cache_key = finding?.cache_key ?? ''
  await running.client.call(dismissLint, { params, body: { cache_key, reason: 'A public list' } })
  const { lines, passed } = advisorsReport(await lineOf(), { format: 'text', failsOn: 'error' })
  expect([passed, lines.at(-1)]).toEqual([true, expect.stringMatching(/ 1 dismissed\.$/)])
  const past = new Date(Date.now() - 1000).toISOString()
  await running.client.call(dismissLint, { params, body: { cache_key, reason: 'For a while', until: past } })
  expect(advisorsReport(await lineOf(), { format: 'text', failsOn: 'error' }).passed).toBe(false)
})

test('SARIF names each rule once, and each finding with its object', async () => {
  const { lines } = advisorsReport(await lineOf(), { format: 'sarif', failsOn: 'error' })
  const { version, runs } = JSON.parse(lines.join('\n')) as {
    version: string
    runs: { tool: { driver: { rules: { id: string }[] } }; results: object[] }[]
  }
  expect(version).toBe('2.1.0')
  const ids = runs[0]?.tool.driver.rules.map(({ id }) => id) ?? []
  expect(new Set(ids).size).toBe(ids.length)
  expect(runs[0]?.results).toContainEqual(
    expect.objectContaining({
      ruleId: 'rls_disabled_in_public',
      level: 'error',
      locations: [{ logicalLocations: [{ fullyQualifiedName: 'public.open_table', kind: 'table' }] }],
    }),
  )
})

test('a database that is no project here is checked too', async () => {
  const directory = await temporaryDirectory()
  const cluster = await testCluster(directory.path)
  try {
    await cluster.open('one')
    const url = await urlOf(directory.path, 'one')
    const answer = await advisorsOfUrl(url)
    expect('lines' in answer && JSON.parse(answer.lines[0] ?? '')).toEqual([])
    const nowhere = new URL(url)
    nowhere.pathname = '/nowhere'
    expect(await advisorsOfUrl(nowhere.href)).toMatchObject({ error: expect.any(String) })
  } finally {
    await cluster.close()
    await directory.remove()
  }
}, 60_000)

test('a project that is not there is said', async () => {
  expect(await answerAdvisors({ project: 'nobody' }, running)).toMatchObject({
    error: expect.stringContaining('nobody'),
  })
})

test.each([
  [['advisors', '--format', 'xml']],
  [['advisors', '--fail-on', 'all']],
  [['advisors', 'more']],
  [['advisors', '--project', 'a', '--db-url', 'postgresql://h/d']],
])('%j shows how it is used', (args) => {
  expect(readCommand(args, {})).toMatchObject({
    type: 'invalid',
    sentence: expect.stringContaining('basedeck advisors'),
  })
})
