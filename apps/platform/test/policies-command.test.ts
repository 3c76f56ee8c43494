/** `basedeck policies --check`: a file of cases, and what it says of a project’s policies. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCommand } from '../src/config/read-command.js'
import { testCluster, urlOf } from '../src/engines/testing/test-cluster.js'
import { temporaryDirectory } from '../src/engines/testing/temporary-directory.js'
import { answerPolicies, policiesOfUrl, policiesReport } from '../src/policies/policies-command.js'
import { policyCasesIn } from '../src/policies/policy-cases.js'
import { runApp, type RunningApp } from './running-app.js'

const ADA = '11111111-1111-4111-8111-111111111111'
let running: RunningApp
beforeAll(async () => {
  running = await runApp('pglite')
  const database = await running.life.database('default')
  await database.run({
    runId: 'made',
    query: `create table notes (id int primary key, owner uuid, open bool default false);
      insert into notes values (1, '${ADA}', false), (2, null, true), (3, null, false);
      grant all on notes to anon, authenticated; alter table notes enable row level security;
      create policy own on notes to authenticated using (owner = auth.uid());
      create policy open on notes for select using (open)`,
  })
})
afterAll(() => running.stop())

const FILE = `
cases:
  - name: visitors read open notes
    as: anon
    table: notes
    operation: select
    expect: { rows: 1 }
  - name: a user reads their own too
    as: { user: ${ADA} }
    statement: select * from notes
    expect: { rows: 2 }
  - name: nobody adds notes of others
    as: { role: authenticated, claims: { sub: ${ADA} } }
    table: public.notes
    operation: insert
    values: { id: 9 }
    expect: { refused: row-level security }
  - name: a visitor changes nothing
    as: anon
    table: notes
    operation: update
    where: id < 3
    values: { open: true }
    expect: { rows: 0 }
  - name: this one is wrong
    as: anon
    table: notes
    operation: delete
    expect: { rows: 3 }
  - name: nobody sets a role that is not there
    as: { database: nobody }
    statement: select 1
    expect: { refused: true }
`

test('each case is run, and nothing of it is kept', async () => {
  const read = policyCasesIn(FILE)
  if ('problem' in read) throw new Error(read.problem)
  const answer = await answerPolicies({ project: null, cases: read.cases }, running)
  if ('error' in answer) throw new Error(answer.error)
  const { lines, passed } = policiesReport(answer.lines[0] ?? '', 'text')
  expect(passed).toBe(false)
  expect(lines).toEqual([
    'ok      visitors read open notes',
    'ok      a user reads their own too',
    'ok      nobody adds notes of others',
    'ok      a visitor changes nothing',
    'FAILED  this one is wrong\n        expected 3 rows, PostgreSQL allowed 0',
    'ok      nobody sets a role that is not there',
    '1 of 6 cases failed',
  ])
  const json = JSON.parse(policiesReport(answer.lines[0] ?? '', 'json').lines[0] ?? '') as object
  expect(json).toMatchObject({
    passed: false,
    cases: [{ passed: true, rows: 1, error: null }, {}, {}, {}, {}, {}],
  })
  const database = await running.life.database('default')
  const { results } = await database.run({ runId: 'left', query: 'select count(*) from notes' })
  expect(results[0]?.rows).toEqual([['3']])
})

test('a database by URL needs no project, and one that is not there is said', async () => {
  const directory = await temporaryDirectory()
  const cluster = await testCluster(directory.path)
  try {
    const database = await cluster.open('one')
    await database.run({
      runId: 'made',
      query: `create table public.notes (id int primary key); insert into notes values (1), (2);
        alter table notes enable row level security; alter table notes force row level security;
        create policy two on notes using (id = 2)`,
    })
    const url = await urlOf(directory.path, 'one')
    const cases = [
      {
        name: 'the owner of a forced table',
        as: { database: 'postgres' },
        table: 'notes',
        operation: 'select',
        expect: { rows: 1 },
      },
    ]
    const answer = await policiesOfUrl(url, { project: null, cases })
    expect('lines' in answer && policiesReport(answer.lines[0] ?? '', 'text')).toMatchObject({ passed: true })
    const nowhere = new URL(url)
    nowhere.pathname = '/nowhere'
    expect(await policiesOfUrl(nowhere.href, { project: null, cases })).toMatchObject({
      error: expect.any(String),
    })
  } finally {
    await cluster.close()
    await directory.remove()
  }
}, 60_000)

test('an unknown project is said', async () => {
  expect(await answerPolicies({ project: 'nobody', cases: [] }, running)).toMatchObject({
    error: expect.any(String),
  })
})

test.each([
  ['', 'Invalid type'],
  ['cases: [', 'Flow sequence'],
  ['cases: []', 'cases'],
  ['cases: [{ name: a, as: anon, statement: select 1, expect: {} }]', 'expect'],
  ['cases: [{ name: a, as: nobody, statement: select 1, expect: { rows: 1 } }]', 'cases.0'],
  ['cases: [{ name: a, as: anon, table: a.b.c, operation: select, expect: { rows: 1 } }]', 'cases.0'],
  ['cases: [{ name: a, as: anon, statement: x, oops: 1, expect: { rows: 1 } }]', 'cases.0'],
])('a file that holds no cases is refused with the place: %j', (source, part) => {
  const read = policyCasesIn(source)
  expect('problem' in read ? read.problem : '').toContain(part)
})

test('how the command is read', () => {
  const databaseUrl = 'postgresql://a:b@127.0.0.1:5432/shop'
  expect(
    readCommand(['policies', '--check', 'p.yml', '--db-url', databaseUrl, '--format', 'json'], {}),
  ).toMatchObject({ type: 'policies', check: 'p.yml', databaseUrl, format: 'json', project: null })
  for (const args of [
    [],
    ['--check', ''],
    ['p.yml'],
    ['--check', 'p', '--format', 'xml'],
    ['--check', 'p', '--project', 'a', '--db-url', databaseUrl],
  ])
    expect(readCommand(['policies', ...args], {})).toMatchObject({ type: 'invalid' })
})
