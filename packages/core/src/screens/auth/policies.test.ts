import type { StatementResult } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { keyClaims } from '../../rules/access/impersonation-claims.js'
import { policyTestText } from '../../sql/auth/policy-test.js'
import { policyMatrixStatement } from '../../sql/auth/policy-matrix.js'
import { policyTablesStatement } from '../../sql/auth/policy-list.js'
import { LOCK_WAIT_STATEMENT } from '../../sql/lock-holders.js'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { PoliciesScreen, PolicyTablesView } from './policies.js'

let opened: OpenedScreen<PoliciesScreen> | undefined
afterEach(() => opened?.end())

const result = (rows: (string | null)[][]): { results: StatementResult[] } => ({
  results: [{ command: 'SELECT', rowCount: rows.length, fields: [], notices: [], rows }],
})
const own = {
  name: 'own',
  command: 'all',
  isPermissive: true,
  roles: ['authenticated'],
  using: 'owner = auth.uid()',
  check: null,
}
const NOTES = [
  '7',
  'public',
  'notes',
  'postgres',
  'true',
  'false',
  JSON.stringify([
    { name: 'id', type: 'bigint', isGenerated: true },
    { name: 'user_id', type: 'uuid', isGenerated: false },
  ]),
  '["id"]',
  JSON.stringify([own]),
]
const PLAIN = ['8', 'public', 'plain', 'postgres', 'false', 'false', '[]', null, null]

async function open(
  path = '/project/default/auth/policies',
  prepare: (fake: FakePlatform) => void = () => {},
) {
  opened = await openScreen('policies', path, (fake) => {
    fake.answer(policyTablesStatement('public', '').query, result([NOTES, PLAIN]))
    prepare(fake)
  })
  const { screen, watch, until, fake } = opened
  watch(screen.gate.$gate, screen.$mayChange, screen.$open, screen.tester.$may, screen.tester.$view)
  watch(screen.$tableNames, screen.structure.$open)
  const view = watch<PolicyTablesView>(screen.$view)
  const ready = () => {
    const now = view()
    return now.status === 'ready' ? now.tables : []
  }
  await until(() => expect(ready()).toHaveLength(2))
  const batches = () =>
    fake.requests.flatMap(({ body }) => {
      const { statements } = (body ?? {}) as { statements?: { query: string }[] }
      return statements ? [statements.map(({ query }) => query)] : []
    })
  const panel = () => {
    const now = screen.$open.get()
    if (now?.kind !== 'panel') throw new Error('No panel is open')
    return now.panel
  }
  return { ...opened, view, tables: ready, batches, panel }
}

test('tables are listed with their row-level security and policies', async () => {
  const { view, tables } = await open()
  expect(view()).toMatchObject({ count: '2 tables', hasMore: false })
  expect(tables().map(({ name, isRlsOn, policies }) => [name, isRlsOn, policies.length])).toEqual([
    ['notes', true, 1],
    ['plain', false, 0],
  ])
})

test('the SQL that is shown is the SQL that runs', async () => {
  const { screen, tables, panel, batches, watch } = await open()
  const [notes] = tables()
  if (!notes) throw new Error('No table')
  screen.create(notes)
  const { form, choose, $statements } = panel()
  watch($statements, form.$values)
  expect($statements.get()).toBeNull()
  choose('own-insert')
  expect(form.$values.get()).toMatchObject({
    name: 'Users add rows of their own',
    command: 'insert',
    roles: ['authenticated'],
    check: '(select auth.uid()) = "user_id"',
  })
  const shown = $statements.get()?.map(({ sql }) => sql.replace(/;$/, ''))
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(batches()).toEqual([[LOCK_WAIT_STATEMENT, ...(shown ?? [])]])
  expect(shown?.[0]).toContain('with check ((select auth.uid()) = "user_id")')
})

test('a name that is taken, and a missing expression, are refused before anything is sent', async () => {
  const { screen, tables, panel, batches, watch } = await open()
  const [notes] = tables()
  if (!notes) throw new Error('No table')
  screen.create(notes)
  const { form } = panel()
  watch(form.$values, form.$problems)
  form.set('name', 'own')
  expect(await form.submit()).toMatchObject({ type: 'invalid' })
  expect(form.$problems.get()).toMatchObject({
    name: 'The table has a policy of this name',
    using: 'Enter an expression: without it the policy allows nothing',
  })
  expect(batches()).toEqual([])
})

test('a policy that is changed keeps its place; another command makes it anew, and that is said', async () => {
  const { screen, tables, panel, watch } = await open()
  const [notes] = tables()
  const [policy] = notes?.policies ?? []
  if (!notes || !policy) throw new Error('No policy')
  screen.edit(notes, policy)
  const { form, $statements, $note, toggleRole } = panel()
  watch($statements, $note, form.$values)
  expect($statements.get()).toEqual([])
  form.set('using', 'true')
  expect($statements.get()?.[0]?.sql).toMatch(/^alter policy/)
  expect($note.get()).toBeNull()
  form.set('command', 'select')
  expect($statements.get()?.map(({ sql }) => sql.split(' ')[0])).toEqual(['drop', 'create'])
  expect($note.get()).toContain('made again')
  toggleRole('public')
  expect(form.$values.get().roles).toEqual(['public'])
  toggleRole('anon')
  expect(form.$values.get().roles).toEqual(['anon'])
})

test('a copy has another name, and a deletion is asked about with its statement', async () => {
  const { screen, tables, panel, batches, watch } = await open()
  const [notes] = tables()
  const [policy] = notes?.policies ?? []
  if (!notes || !policy) throw new Error('No policy')
  const run = (id: string) =>
    screen
      .policyActions(notes, policy)
      .find((one) => one.id === id)
      ?.run()
  run('duplicate')
  expect(panel().form.$values.get().name).toBe('own 2')
  run('delete')
  const now = screen.$open.get()
  if (now?.kind !== 'dialog') throw new Error('No question is open')
  watch(now.dialog.$statements)
  expect(now.dialog.$statements.get()[0]?.sql).toBe('drop policy "own" on "public"."notes";')
  await now.dialog.confirm()
  expect(batches()).toEqual([[LOCK_WAIT_STATEMENT, 'drop policy "own" on "public"."notes"']])
  expect(screen.$open.get()).toBeNull()
})

test('FORCE is switched by a question too', async () => {
  const { screen, tables } = await open()
  const [notes] = tables()
  if (!notes) throw new Error('No table')
  screen
    .tableActions(notes)
    .find(({ id }) => id === 'force')
    ?.run()
  const now = screen.$open.get()
  expect(now?.kind === 'dialog' && now.dialog.title).toContain('Force row-level security of notes')
})

test('who may only read opens nothing, and is told why', async () => {
  const { screen, tables, until } = await open('/project/default/auth/policies', (fake) =>
    grantOnly(fake, ['read', '*']),
  )
  await until(() => expect(screen.$mayChange.get().hint).toBeDefined())
  const [notes] = tables()
  if (!notes) throw new Error('No table')
  screen.create(notes)
  expect(screen.$open.get()).toBeNull()
  expect(screen.tableActions(notes).map(({ id, hint }) => [id, hint !== undefined])).toEqual([
    ['rls', true],
    ['force', true],
    ['test', false],
  ])
  expect(screen.tester.$may.get()).toMatchObject({ disabled: true })
})

test('what is searched and shown is in the address', async () => {
  const { screen, host, watch, until, fake } = await open()
  fake.answer(policyTablesStatement('public', 'zzz').query, result([]))
  screen.search('zzz')
  host.clock.advance(300)
  await until(() => expect(screen.$view.get()).toEqual({ status: 'empty', isSearched: true }))
  screen.show('matrix')
  watch(screen.$shown)
  expect(host.navigation.current().search).toBe('?schema=public&view=matrix&search=zzz')
})

test('the tester sends one discarded text, and shows who decided', async () => {
  const { screen, fake, watch, until, host } = await open('/project/default/auth/policies?view=test')
  const { tester } = screen
  watch(tester.$problem, tester.$values)
  await until(() => expect(screen.$tableNames.get()).toEqual(['notes', 'plain']))
  expect(tester.$problem.get()).toBe('Choose a table')
  tester.set('table', 'notes')
  tester.set('operation', 'insert')
  tester.set('values', '[1]')
  expect(tester.$problem.get()).toBe('Enter a JSON object')
  tester.set('operation', 'select')
  fake.answer(
    policyTestText({
      table: { schema: 'public', name: 'notes' },
      role: {
        type: 'rest',
        role: 'anon',
        claims: keyClaims('anon', { issuer: 'basedeck', ref: 'default', now: host.clock.now() }),
      },
      operation: 'select',
      where: '',
      values: '',
      returns: true,
    }),
    result([
      [
        JSON.stringify({
          isRlsOn: true,
          isForced: false,
          isActive: true,
          owns: false,
          bypasses: false,
          isLimited: false,
          total: 2,
          visible: 1,
          policies: [own],
          rows: [
            { shown: { id: '1' }, outcome: { rows: 1 }, 'old using': { own: 'true' } },
            { shown: { id: '2' }, outcome: { rows: 1 }, 'old using': { own: 'false' } },
          ],
        }),
      ],
    ]),
  )
  await tester.run()
  const sent = fake.requests.find(({ body }) =>
    String((body as { query?: string })?.query).includes('basedeck_attempt'),
  )
  expect(sent?.body).toMatchObject({ discard: true })
  const now = tester.$view.get()
  if (now.status !== 'rows') throw new Error(`The tester shows ${now.status}`)
  expect(now.test).toMatchObject({ visible: 'The role sees 1 of 2 rows.', summary: '2 allowed', notes: [] })
  const [first, second] = now.test.rows
  expect(first).toMatchObject({ fate: 'allowed', decided: 'Allowed by own', differs: null, label: 'id: 1' })
  expect(second?.differs).toContain('hidden')
  expect(second?.gates[0]?.answers).toEqual([
    { name: 'own', kind: 'permissive', value: 'false', isFor: false },
  ])
})

test('the matrix is asked for when it is looked at, and marks what no policy covers', async () => {
  const { screen, fake, watch, until } = await open()
  const { query } = policyMatrixStatement('public', ['anon'])
  const role = (more: object) => ({
    privileges: ['select', 'delete'],
    hasSchema: true,
    bypasses: false,
    policies: ['own'],
    ...more,
  })
  fake.answer(
    query,
    result([
      [
        '7',
        'public',
        'notes',
        'true',
        JSON.stringify([own]),
        JSON.stringify({
          anon: role({ policies: null }),
          authenticated: role({}),
          service_role: role({ bypasses: true }),
        }),
      ],
    ]),
  )
  watch(screen.matrix.$view)
  expect(screen.matrix.$view.get().status).toBe('loading')
  screen.show('matrix')
  await until(() => expect(screen.matrix.$view.get().status).toBe('ready'))
  const now = screen.matrix.$view.get()
  if (now.status !== 'ready') throw new Error('The matrix is not there')
  expect(now.roles).toEqual(['anon', 'authenticated', 'service_role'])
  expect(now.rows[0]?.cells.map(({ type, isMarked }) => `${type}${isMarked ? '!' : ''}`)).toEqual([
    'none!',
    'no-privilege',
    'no-privilege',
    'none!',
    'policies',
    'no-privilege',
    'no-privilege',
    'policies',
    'bypass',
    'no-privilege',
    'no-privilege',
    'bypass',
  ])
  expect(now.note).toBe('2 privileges that no policy covers.')
})
