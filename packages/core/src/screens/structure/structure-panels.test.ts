import type { StatementResult } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { dropListStatement } from '../../sql/drop-list.js'
import { LOCK_WAIT_STATEMENT, lockHoldersStatement } from '../../sql/lock-holders.js'
import {
  OWN_SCHEMAS_STATEMENT,
  relationTakenStatement,
  schemaTakenStatement,
} from '../../sql/structure-lookups.js'
import { changedValuesStatement, valueCountStatement } from '../../sql/structure-losses.js'
import { tableDescriptionStatement } from '../../sql/table-description.js'
import { named } from '../../text/named.js'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { CatalogueListScreen } from '../catalogue/catalogue-list.js'
import type { StructurePanels } from './structure-panels.js'
import type { TablePanel } from './table-panel.js'
import type { ColumnValues } from './table-values.js'

let opened: OpenedScreen<CatalogueListScreen> | undefined
afterEach(() => opened?.end())

const result = (rows: (string | null)[][]): { results: StatementResult[] } => ({
  results: [{ command: 'SELECT', rowCount: rows.length, fields: [], notices: [], rows }],
})

const COLUMN = { isNullable: true, default: null, identity: null, generated: null, comment: null }
const ID = { ...COLUMN, position: 1, name: 'id', type: 'bigint', isNullable: false, identity: 'always' }
const NOTE = { ...COLUMN, position: 2, name: 'note', type: 'text' }
const KEY = { name: 'orders_pkey', type: 'p', positions: [1], expression: null, columns: null }

function describe(
  fake: FakePlatform,
  columns: object[] = [ID, NOTE],
  changes: object = {},
  constraints: object[] = [],
): void {
  const table = {
    schema: 'public',
    name: 'orders',
    kind: 'r',
    comment: null,
    isRlsOn: false,
    policies: 0,
    estimatedRows: 5,
    realtime: { publication: null, isOn: false, hasAllTables: false, hasIdentity: true },
    ...changes,
  }
  fake.answer(
    tableDescriptionStatement('1').query,
    result([
      ...columns.map((one, at) => ['column', String(at), JSON.stringify(one)]),
      ...[KEY, ...constraints].map((one) => ['constraint', '9', JSON.stringify(one)]),
      ['table', '0', JSON.stringify(table)],
    ]),
  )
}

async function open(prepare: (fake: FakePlatform) => void = describe) {
  opened = (await openScreen('tables', '/project/default/database/tables', (fake) =>
    prepare(fake),
  )) as unknown as OpenedScreen<CatalogueListScreen>
  const { screen, watch, until, fake, host } = opened
  const panels = screen.structure?.panels as StructurePanels
  watch(panels.$open, panels.$mayChange, screen.gate.$gate)
  await until(() => expect(panels.$mayChange.get()).toEqual({ disabled: false }))
  const batches = () =>
    fake.requests.flatMap(({ body }) => {
      const { statements } = (body ?? {}) as { statements?: { query: string }[] }
      if (!statements) return []
      const [first, ...queries] = statements.map(({ query }) => query)
      expect(first).toBe(LOCK_WAIT_STATEMENT)
      return [queries]
    })
  /** The panel of a table, as soon as it is read. */
  const panel = async (): Promise<TablePanel> => {
    await until(() => expect(panels.$open.get()).toMatchObject({ kind: 'table' }))
    const now = panels.$open.get()
    if (now?.kind !== 'table') throw new Error('No panel is open')
    watch(
      now.panel.$statements,
      now.panel.$problems,
      now.panel.$meanwhile,
      now.panel.$schemas,
      now.panel.$moves,
      now.panel.$targets,
      now.panel.$targetColumns,
      now.panel.$rows,
      now.panel.form.$values,
    )
    return now.panel
  }
  const dialog = async () => {
    await until(() => expect(panels.$open.get()).toMatchObject({ kind: 'dialog' }))
    const now = panels.$open.get()
    if (now?.kind !== 'dialog') throw new Error('No question is open')
    watch(now.dialog.$dependents, now.dialog.$blocked, now.dialog.$statements, now.dialog.$problem)
    return now.dialog
  }
  return { ...opened, panels, panel, dialog, batches, notes: host.notifier }
}

test('a new table: its SQL is shown while it is typed, and runs in one transaction', async () => {
  const { panels, panel, batches } = await open()
  panels.newTable('public')
  const made = await panel()
  expect(made.title).toBe('New table in public')
  expect(made.$statements.get()).toBeNull()
  made.form.set('name', 'orders')
  expect(made.$statements.get()?.map(({ sql }) => sql)).toEqual([
    expect.stringMatching(/^create table "public"\."orders" \(\n {2}"id" bigint/),
    'alter table "public"."orders" enable row level security;',
  ])
  expect(made.$statements.get()?.every(({ cost }) => cost === 'Blocks nothing that others use.')).toBe(true)
  expect(await made.form.submit()).toEqual({ type: 'done' })
  expect(batches()).toEqual([[expect.stringMatching(/^create table/), expect.stringMatching(/^alter table/)]])
})

test('names that are taken are told before anything runs', async () => {
  const { panels, panel, batches, fake } = await open()
  fake.answer(relationTakenStatement('public', 'orders').query, result([['1']]))
  panels.newTable('public')
  const made = await panel()
  made.form.set('name', 'orders')
  expect(await made.form.submit()).toEqual({ type: 'invalid', field: 'name' })
  expect(made.$problems.get()['name']).toContain('called orders already')
  expect(batches()).toEqual([])
})

test('an error of PostgreSQL is shown at its column, and nothing typed is lost', async () => {
  const { panels, panel, fake } = await open()
  panels.newTable('public')
  const made = await panel()
  made.form.set('name', 'orders')
  made.addColumn()
  made.form.setAt('columns.2.name', 'mood')
  made.form.setAt('columns.2.type', 'nothing')
  const sql = made.$statements.get()?.[0]?.sql.slice(0, -1) ?? ''
  fake.answer(sql, {
    error: {
      message: 'type "nothing" does not exist',
      formattedError: 'ERROR',
      code: '42704',
      statementIndex: 1,
      at: { line: 4, column: 10, offset: 90 },
    },
  })
  expect(await made.form.submit()).toEqual({ type: 'failed' })
  expect(made.$problems.get()).toEqual({ 'columns.2.type': 'type "nothing" does not exist' })
  expect(made.form.$state.get()).toMatchObject({ message: 'mood: type "nothing" does not exist' })
  expect(made.form.$values.get()).toMatchObject({ name: 'orders', columns: { length: 3 } })
  made.form.setAt('columns.2.type', 'text')
  expect(made.$problems.get()).toEqual({})
})

test('a changed table runs only what changed', async () => {
  const { panels, panel, batches } = await open()
  panels.editTable('1')
  const edited = await panel()
  expect(edited.$statements.get()).toEqual([])
  edited.form.setAt('columns.1.name', 'remark')
  edited.form.set('comment', 'All orders')
  await edited.form.submit()
  expect(batches()).toEqual([
    [
      'alter table "public"."orders" rename column "note" to "remark"',
      `comment on table "public"."orders" is 'All orders'`,
    ],
  ])
})

test('a table that was changed meanwhile is not saved; the form can be loaded again', async () => {
  const { panels, panel, batches, fake, until } = await open()
  panels.editTable('1')
  const edited = await panel()
  edited.form.setAt('columns.1.name', 'remark')
  describe(fake, [ID, { ...NOTE, type: 'integer' }])
  expect(await edited.form.submit()).toEqual({ type: 'failed' })
  expect(batches()).toEqual([])
  await until(() =>
    expect(edited.$meanwhile.get()).toEqual({ sentences: ['Its column note was changed.'], isGone: false }),
  )
  expect(edited.form.$values.get().columns[1]?.name).toBe('remark')
  edited.reload()
  expect(edited.form.$values.get().columns[1]).toMatchObject({ name: 'note', type: 'integer' })
  expect(edited.$meanwhile.get()).toBeNull()
})

test('typed values are asked about before they are discarded, and come back when the form is opened again', async () => {
  const { panels, panel } = await open()
  panels.editTable('1')
  const first = await panel()
  first.leave()
  expect(panels.$open.get()).toBeNull()
  panels.editTable('1')
  const second = await panel()
  second.form.set('name', 'sales')
  second.leave()
  expect(second.$asksToDiscard.get()).toBe(true)
  second.stay()
  expect(panels.$open.get()).not.toBeNull()
  panels.close()
  panels.editTable('1')
  const third = await panel()
  expect(third.form.$isRestored.get()).toBe(true)
  expect(third.form.$values.get().name).toBe('sales')
  third.leave()
  third.discard()
  expect(panels.$open.get()).toBeNull()
  panels.editTable('1')
  expect((await panel()).form.$values.get().name).toBe('orders')
})

test('one column is changed without the others', async () => {
  const { panels, panel, batches } = await open()
  panels.editColumn('1', 'note')
  const edited = await panel()
  expect(edited).toMatchObject({ about: 'column', title: 'Edit column note' })
  expect(edited.form.$values.get().columns).toHaveLength(1)
  edited.form.setAt('columns.0.name', 'id')
  await edited.form.submit()
  expect(edited.$problems.get()['columns.0.name']).toBe('Another column has this name')
  edited.form.setAt('columns.0.name', 'note')
  edited.form.setAt('columns.0.isUnique', true)
  await edited.form.submit()
  expect(batches()).toEqual([['alter table "public"."orders" add unique ("note")']])
})

test('a new column', async () => {
  const { panels, panel, batches } = await open()
  panels.newColumn('1')
  const made = await panel()
  made.form.setAt('columns.0.name', 'at')
  made.form.setAt('columns.0.type', 'timestamptz')
  made.form.setAt('columns.0.default', 'clock_timestamp()')
  expect(made.$statements.get()).toEqual([
    {
      sql: 'alter table "public"."orders" add column "at" timestamptz default clock_timestamp();',
      cost: 'ACCESS EXCLUSIVE lock on orders: others can’t read or write it meanwhile, while the whole table is rewritten.',
    },
  ])
  await made.form.submit()
  expect(batches()).toHaveLength(1)
})

test('a deletion that takes others with it wants CASCADE and the name', async () => {
  const { panels, dialog, batches, fake, until } = await open()
  fake.answer(
    dropListStatement({ type: 'relation', id: '1', column: null }).query,
    result([
      ['view public.open_orders', 'true', '1', '2'],
      ['sequence public.s', 'false', '1', '2'],
    ]),
  )
  panels.dropTable('1')
  const asked = await dialog()
  await until(() => expect(asked.$dependents.get()).toMatchObject({ status: 'ready', groups: { length: 2 } }))
  expect(asked.$blocked.get()).toContain('CASCADE')
  await asked.confirm()
  expect(batches()).toEqual([])
  asked.setCascades(true)
  expect(asked.$nameToType.get()).toBe('orders')
  asked.type('order')
  await asked.confirm()
  expect(batches()).toEqual([])
  asked.type('orders')
  await asked.confirm()
  expect(batches()).toEqual([['drop table "public"."orders" cascade']])
  expect(panels.$open.get()).toBeNull()
})

test('what PostgreSQL refuses to delete is told, and the question stays', async () => {
  const { panels, dialog, fake, until } = await open()
  fake.answer('drop table "public"."orders"', {
    error: { message: 'must be owner of table orders', formattedError: 'ERROR', code: '42501' },
  })
  panels.dropTable('1')
  const asked = await dialog()
  await until(() => expect(asked.$blocked.get()).toBeNull())
  await asked.confirm()
  expect(asked.$problem.get()).toBe('must be owner of table orders')
  expect(panels.$open.get()).not.toBeNull()
  asked.cancel()
  expect(panels.$open.get()).toBeNull()
})

test('row-level security and realtime say what they mean', async () => {
  const { panels, dialog, batches, fake, until } = await open()
  panels.switchRls('1')
  const rls = await dialog()
  expect(rls).toMatchObject({ isDangerous: false, title: 'Turn on row-level security for orders?' })
  await rls.confirm()
  describe(fake, [ID, NOTE], {
    isRlsOn: true,
    policies: 2,
    realtime: { publication: 'supabase_realtime', isOn: false, hasAllTables: false, hasIdentity: true },
  })
  panels.switchRls('1')
  await until(() =>
    expect(panels.$open.get()).toMatchObject({ dialog: { isDangerous: true, confirmLabel: 'Turn off' } }),
  )
  panels.switchRealtime('1')
  await until(() => expect(panels.$open.get()).toMatchObject({ dialog: { confirmLabel: 'Publish' } }))
  await (await dialog()).confirm()
  expect(batches()).toEqual([
    ['alter table "public"."orders" enable row level security'],
    ['alter publication "supabase_realtime" add table "public"."orders"'],
  ])
  describe(fake, [ID, NOTE], {
    realtime: { publication: 'supabase_realtime', isOn: false, hasAllTables: false, hasIdentity: false },
  })
  panels.switchRealtime('1')
  await until(() => expect(panels.$open.get()).toMatchObject({ dialog: { confirmLabel: 'Publish' } }))
  const refused = await dialog()
  expect(refused.$blocked.get()).toContain('no primary key')
  await refused.confirm()
  expect(batches()).toHaveLength(2)
})

test('a new schema', async () => {
  const { panels, batches, fake, watch } = await open()
  fake.answer(schemaTakenStatement('shop').query, result([]))
  panels.newSchema()
  const now = panels.$open.get()
  if (now?.kind !== 'schema') throw new Error('No panel is open')
  watch(now.panel.$statements)
  now.panel.form.set('name', 'pg_mine')
  await now.panel.form.submit()
  expect(now.panel.form.$problems.get()['name']).toContain('pg_')
  now.panel.form.set('name', 'shop')
  await now.panel.form.submit()
  expect(batches()).toEqual([['create schema "shop"']])
})

test('a copy', async () => {
  const { panels, batches, until } = await open()
  panels.duplicateTable('1')
  await until(() => expect(panels.$open.get()).toMatchObject({ kind: 'duplicate' }))
  const now = panels.$open.get()
  if (now?.kind !== 'duplicate') throw new Error('No panel is open')
  expect(now.panel.form.$values.get()).toEqual({ name: 'orders_copy', comment: '', copiesRows: false })
  await now.panel.form.submit()
  expect(batches()).toEqual([['create table "public"."orders_copy" (like "public"."orders" including all)']])
})

test('a table that is gone is told', async () => {
  const { panels, until } = await open(() => undefined)
  panels.editTable('1')
  await until(() =>
    expect(panels.$open.get()).toMatchObject({
      kind: 'failed',
      message: 'This table does not exist any more',
    }),
  )
})

test('who may only read opens nothing, and is told why', async () => {
  opened = (await openScreen('tables', '/project/default/database/tables', (fake) =>
    grantOnly(fake, ['read', '%']),
  )) as unknown as OpenedScreen<CatalogueListScreen>
  const { screen, watch, until } = opened
  const panels = screen.structure?.panels as StructurePanels
  const may = watch(panels.$mayChange)
  await until(() => expect(may()).toEqual({ disabled: true, hint: 'Your role is read-only here.' }))
  panels.newTable('public')
  panels.editTable('1')
  panels.newSchema()
  expect(panels.$open.get()).toBeNull()
})

test('a table is moved to another schema, and what that means is said before', async () => {
  const { panels, panel, batches, until } = await open((fake) => {
    describe(fake)
    fake.answer(OWN_SCHEMAS_STATEMENT.query, result([['public'], ['archive']]))
  })
  panels.editTable('1')
  const edited = await panel()
  await until(() => expect(edited.$schemas.get()).toEqual(['public', 'archive']))
  expect(edited.$moves.get()).toBeNull()
  edited.form.set('schema', 'archive')
  expect(edited.$moves.get()).toMatch(/^The table becomes archive\.orders\..* say public\.orders fail/)
  edited.form.set('name', 'old_orders')
  expect(await edited.form.submit()).toEqual({ type: 'done' })
  expect(batches()).toEqual([
    [
      'alter table "public"."orders" rename to "old_orders"',
      'alter table "public"."old_orders" set schema "archive"',
    ],
  ])
})

test('whether a name is taken is asked again when another schema is chosen', async () => {
  const { panels, panel, batches, fake } = await open((fake) => {
    describe(fake)
    fake.answer(OWN_SCHEMAS_STATEMENT.query, result([['public'], ['archive']]))
  })
  panels.editTable('1')
  const edited = await panel()
  edited.form.set('name', 'sales')
  edited.form.touch('name')
  fake.answer(relationTakenStatement('archive', 'sales').query, result([['1']]))
  edited.form.set('schema', 'archive')
  expect(await edited.form.submit()).toEqual({ type: 'invalid', field: 'name' })
  expect(edited.$problems.get()['name']).toBe(
    'archive has a table, view, sequence, index or type called sales already',
  )
  expect(batches()).toEqual([])
})

test('a new table refers to itself by a key that follows its name and its columns', async () => {
  const { panels, panel, batches } = await open()
  panels.newTable('public')
  const made = await panel()
  made.form.set('name', 'places')
  made.addColumn()
  made.form.setAt('columns.2.name', 'parent_id')
  made.form.setAt('columns.2.type', 'bigint')
  made.addForeignKey()
  expect(made.$targets.get()).toEqual(['This table'])
  made.setTarget(0, 'This table')
  const [key] = made.form.$values.get().foreignKeys
  expect(key).toMatchObject({ target: 'self', pairs: [{ column: 'n1', target: 'id' }] })
  expect(made.$targetColumns.get()['This table']).toEqual([
    { value: 'id', label: 'id' },
    { value: 'created_at', label: 'created_at' },
    { value: 'n1', label: 'parent_id' },
  ])
  made.form.set('name', 'spots')
  made.form.setAt('columns.0.name', 'key')
  expect(made.$statements.get()?.[0]).toEqual({
    sql: expect.stringContaining('foreign key ("parent_id") references "public"."spots" ("key")'),
    cost: 'Blocks nothing that others use.',
  })
  await made.form.submit()
  expect(batches()).toHaveLength(1)
})

const OWN_KEY = {
  name: 'orders_parent_fkey',
  type: 'f',
  positions: [2],
  schema: 'public',
  table: 'orders',
  columns: ['id'],
  onDelete: 'a',
  onUpdate: 'a',
}

test('a key to its own table stays when the table and the column get other names', async () => {
  const { panels, panel } = await open((fake) =>
    describe(fake, [ID, { ...NOTE, type: 'bigint' }], {}, [OWN_KEY]),
  )
  panels.editTable('1')
  const edited = await panel()
  expect(edited.form.$values.get().foreignKeys).toMatchObject([
    { targetText: 'This table', target: 'self', pairs: [{ column: 'c2', target: 'c1' }] },
  ])
  edited.form.set('name', 'sales')
  edited.form.setAt('columns.0.name', 'key')
  expect(edited.$statements.get()?.map(({ sql }) => sql)).toEqual([
    'alter table "public"."orders" rename to "sales";',
    'alter table "public"."sales" rename column "id" to "key";',
  ])
})

test('a column that is alone in its form may refer to a column that the form does not show', async () => {
  const { panels, panel } = await open()
  panels.editColumn('1', 'note')
  const edited = await panel()
  edited.addForeignKey()
  edited.setTarget(0, 'This table')
  edited.form.setAt('foreignKeys.0.pairs.0.column', 'c2')
  expect(edited.$statements.get()?.map(({ sql }) => sql)).toEqual([
    'alter table "public"."orders" add foreign key ("note") references "public"."orders" ("id");',
  ])
})

test('a generated column is made, and says at its expression what PostgreSQL refuses', async () => {
  const { panels, panel, fake } = await open()
  panels.newColumn('1')
  const made = await panel()
  made.form.setAt('columns.0.name', 'twice')
  made.form.setAt('columns.0.type', 'bigint')
  made.form.setAt('columns.0.default', '1')
  made.form.setAt('columns.0.generated', 'id * 2')
  const [column] = made.form.$values.get().columns
  if (!column) throw new Error('There is no column')
  expect(made.valueOf(column)).toEqual({ kind: 'generated', expression: 'id * 2' })
  expect(made.generationOf(column)).toEqual({ kind: 'expression' })
  const sql = 'alter table "public"."orders" add column "twice" bigint generated always as (id * 2) stored'
  expect(made.$statements.get()?.[0]?.sql).toBe(`${sql};`)
  fake.answer(sql, {
    error: {
      message: 'generation expression is not immutable',
      formattedError: 'ERROR',
      code: '42P17',
      statementIndex: 1,
    },
  })
  expect(await made.form.submit()).toEqual({ type: 'failed' })
  expect(made.$problems.get()).toEqual({ 'columns.0.generated': 'generation expression is not immutable' })
})

test('a generated column may stop being one, unless its values are not stored', async () => {
  const generated = { ...NOTE, position: 3, name: 'twice', type: 'bigint', generated: '(id * 2)' }
  const { panels, panel } = await open((fake) =>
    describe(fake, [ID, NOTE, generated, { ...generated, position: 4, name: 'thrice', isVirtual: true }]),
  )
  panels.editTable('1')
  const edited = await panel()
  const columns = edited.form.$values.get().columns
  expect(columns.map((column) => edited.generationOf(column))).toMatchObject([
    { kind: 'none' },
    { kind: 'none' },
    { kind: 'switch', hint: expect.stringContaining('from (id * 2).'), disabled: false },
    { kind: 'switch', disabled: true },
  ])
  edited.form.setAt('columns.2.stopsComputing', true)
  edited.form.setAt('columns.2.default', '0')
  expect(edited.$statements.get()?.map(({ sql }) => sql)).toEqual([
    'alter table "public"."orders" alter column "twice" drop expression;',
    'alter table "public"."orders" alter column "twice" set default 0;',
  ])
})

test('a draft of an older form is read: its columns could not stop being computed', async () => {
  const { panels, panel } = await open()
  panels.newTable('public')
  const made = await panel()
  const [column] = made.form.$values.get().columns
  if (!column) throw new Error('There is no column')
  const { stopsComputing: _, ...older } = column
  made.form.restore({ name: 'orders', columns: [older as ColumnValues] })
  expect(made.$statements.get()?.[0]?.sql).toContain('"id" bigint not null generated by default as identity')
})

const HELD = {
  error: {
    message: 'canceling statement due to lock timeout',
    formattedError: 'ERROR',
    code: '55P03',
    statementIndex: 1,
  },
}

test('a lock that another session holds is told with that session', async () => {
  const { panels, panel, dialog, fake, until } = await open()
  fake.answer('alter table "public"."orders" rename to "sales"', HELD)
  panels.editTable('1')
  const edited = await panel()
  edited.form.set('name', 'sales')
  expect(await edited.form.submit()).toEqual({ type: 'failed' })
  const waited =
    'Nothing was changed. A lock on public.orders was not free within 5 seconds, because another session uses it.'
  expect(edited.form.$state.get()).toMatchObject({ message: `${waited} Try again in a moment.` })
  expect(edited.form.$values.get().name).toBe('sales')

  fake.answer(
    lockHoldersStatement(['public.orders'], 'ACCESS EXCLUSIVE').query,
    result([
      ['4711', 'postgres', 'psql', 'idle in transaction', '180'],
      ['4712', '', '', 'active', null],
    ]),
  )
  await edited.form.submit()
  expect(edited.form.$state.get()).toMatchObject({
    message: `${waited} Session 4711 (psql, postgres) is idle in transaction for 3 min. 1 other session uses it too. Try again when it has ended, or end it: select pg_terminate_backend(4711).`,
  })
  fake.answer('drop table "public"."orders"', HELD)
  panels.dropTable('1')
  const asked = await dialog()
  await until(() => expect(asked.$blocked.get()).toBeNull())
  await asked.confirm()
  expect(asked.$problem.get()).toContain('Session 4711 (psql, postgres)')
})

test('in a paused project nothing is made or imported, and the buttons say why', async () => {
  opened = (await openScreen('tables', '/project/default/database/tables', (fake) => {
    fake.project.status = 'INACTIVE'
  })) as unknown as OpenedScreen<CatalogueListScreen>
  const { screen, watch, until } = opened
  const paused = { disabled: true, hint: 'The project is paused' }
  const $state = screen.structure?.create?.$state
  if (!$state || !screen.importing) throw new Error('no buttons')
  watch($state)
  watch(screen.importing.$control)
  await until(() => expect($state.get()).toEqual(paused))
  await until(() => expect(screen.importing?.$control.get()).toEqual(paused))
})

/** The panel of a table whose second column is taken away. */
async function withoutNote(columns: object[] = [ID, NOTE], changes: object = {}) {
  const used = await open((fake) => {
    describe(fake, columns, changes)
    fake.answer(valueCountStatement({ schema: 'public', name: 'orders' }, 'note').query, result([['3']]))
  })
  used.panels.editTable('1')
  const edited = await used.panel()
  used.watch(edited.$question)
  edited.removeColumn(1)
  const question = async () => {
    await used.until(() => expect(edited.$question.get()).not.toBeNull())
    const asked = edited.$question.get()
    if (!asked) throw new Error('Nothing is asked')
    used.watch(asked.$blocked, asked.$statements, asked.$dependents)
    return asked
  }
  return { ...used, edited, question }
}

test('a table is saved without a column only after what goes was told and agreed to', async () => {
  const { edited, question, batches } = await withoutNote()
  const refusing = edited.form.submit()
  const first = await question()
  expect(first.sentences).toEqual([
    `The column ${named('note')} and its 3 values are deleted. This can’t be undone.`,
  ])
  expect(first.isDangerous).toBe(true)
  expect(first.$dependents.get()).toMatchObject({ status: 'ready', groups: [] })
  expect(first.$statements.get().map(({ sql }) => sql)).toEqual([
    'alter table "public"."orders" drop column "note";',
  ])
  first.cancel()
  expect(await refusing).toEqual({ type: 'failed' })
  expect(edited.form.$state.get()).toEqual({ status: 'idle' })
  expect(edited.form.$values.get().columns).toHaveLength(1)
  expect(batches()).toEqual([])

  const saving = edited.form.submit()
  await (await question()).confirm()
  expect(await saving).toEqual({ type: 'done' })
  expect(batches()).toEqual([['alter table "public"."orders" drop column "note"']])
})

test('what depends on a column that a panel deletes goes only by CASCADE and the typed name', async () => {
  const { edited, question, batches, fake } = await withoutNote()
  fake.answer(
    dropListStatement({ type: 'relation', id: '1', column: 2 }).query,
    result([['view open_orders', 'true', '1', '1']]),
  )
  const saving = edited.form.submit()
  const asked = await question()
  expect(asked.$blocked.get()).toContain('CASCADE')
  await asked.confirm()
  expect(batches()).toEqual([])
  asked.setCascades(true)
  expect(asked.$nameToType.get()).toBe('orders')
  await asked.confirm()
  asked.type('orders')
  await asked.confirm()
  expect(await saving).toEqual({ type: 'done' })
  expect(batches()).toEqual([['alter table "public"."orders" drop column "note" cascade']])
})

test.each([
  ['note', 'text', `Keep ${named('note')} with its values`, []],
  [
    'note',
    'jsonb',
    `Keep the values: change the type of ${named('note')} to jsonb`,
    ['alter table "public"."orders" alter column "note" type jsonb using "note"::jsonb;'],
  ],
  [
    'remark',
    'text',
    `Keep the values: rename ${named('note')} to ${named('remark')}`,
    ['alter table "public"."orders" rename column "note" to "remark";'],
  ],
])('a new column %s of type %s in the place of a deleted one may keep its values', async (...given) => {
  const [name, type, label, statements] = given
  const { edited, question, batches } = await withoutNote()
  edited.addColumn()
  edited.form.setAt('columns.1.name', name)
  edited.form.setAt('columns.1.type', type)
  const saving = edited.form.submit()
  const asked = await question()
  expect(asked.steps.map((step) => step.label)).toEqual([label])
  asked.steps[0]?.run()
  expect(await saving).toEqual({ type: 'failed' })
  expect(edited.$question.get()).toBeNull()
  expect(edited.$statements.get()?.map(({ sql }) => sql)).toEqual(statements)
  expect(batches()).toEqual([])
})

const CAST = { name: 'note', from: 'text', to: 'date' }

async function withType(answer: Parameters<FakePlatform['answer']>[1]) {
  const used = await open((fake) => {
    describe(fake)
    const table = { schema: 'public', name: 'orders' }
    fake.answer(changedValuesStatement(table, CAST, true).query, answer)
    fake.answer(changedValuesStatement(table, CAST, false).query, result([['5', 'today', '2026-01-31']]))
  })
  used.panels.editColumn('1', 'note')
  const edited = await used.panel()
  used.watch(edited.$question)
  edited.form.setAt('columns.0.type', 'date')
  return { ...used, edited }
}

const failure = (code: string) => ({ error: { message: 'It fails', formattedError: 'ERROR', code } })

test.each<[string, Parameters<FakePlatform['answer']>[1], string]>([
  [
    'how many values it changes, with examples',
    result([
      ['2', 'today', '2026-01-31'],
      ['2', 'now', '2026-01-31'],
    ]),
    `2 values of ${named('note')} change with the type date: today → 2026-01-31, now → 2026-01-31. This can’t be undone.`,
  ],
  [
    'the same where there is no cast back',
    failure('42846'),
    `5 values of ${named('note')} change with the type date: today → 2026-01-31, …. This can’t be undone.`,
  ],
  [
    'that it could not be found out',
    failure('57014'),
    `Values of ${named('note')} may change with the type date. How many could not be found out: It fails`,
  ],
])('another type of a column is saved after it was told %s', async (_, answer, sentence) => {
  const { edited, until, batches } = await withType(answer)
  const saving = edited.form.submit()
  await until(() => expect(edited.$question.get()?.sentences).toEqual([sentence]))
  expect(edited.$question.get()?.$dependents.get()).toBeNull()
  await edited.$question.get()?.confirm()
  expect(await saving).toEqual({ type: 'done' })
  expect(batches()).toHaveLength(1)
})

test.each<[string, Parameters<FakePlatform['answer']>[1]]>([
  ['changes no value', result([])],
  ['is refused by PostgreSQL in any case', failure('22007')],
])('nothing is asked of a type that %s', async (_, answer) => {
  const { edited, batches } = await withType(answer)
  expect(await edited.form.submit()).toEqual({ type: 'done' })
  expect(batches()).toHaveLength(1)
})

test('row-level security is turned off by a panel only after the question', async () => {
  const { panels, panel, until, batches, watch } = await open((fake) =>
    describe(fake, undefined, { isRlsOn: true }),
  )
  panels.editTable('1')
  const edited = await panel()
  watch(edited.$question)
  edited.form.set('isRlsOn', false)
  const saving = edited.form.submit()
  await until(() =>
    expect(edited.$question.get()?.sentences[0]).toContain('off. Anyone with a key of the project'),
  )
  panels.close()
  expect(await saving).toEqual({ type: 'failed' })
  expect(batches()).toEqual([])
})
