import type { StatementResult } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { LOCK_WAIT_STATEMENT } from '../../sql/lock-holders.js'
import { objectKinds, objectStatementOf } from '../../sql/objects/index.js'
import { dropListStatement } from '../../sql/drop-list.js'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { CatalogueListScreen } from '../catalogue/catalogue-list.js'
import type { ObjectPanels } from './object-panels.js'

let opened: OpenedScreen<CatalogueListScreen> | undefined
afterEach(() => opened?.end())

const result = (rows: (string | null)[][]): { results: StatementResult[] } => ({
  results: [{ command: 'SELECT', rowCount: rows.length, fields: [], notices: [], rows }],
})

const ADD = {
  ...objectKinds.function.blank('public'),
  name: 'add',
  arguments: [{ mode: 'in', name: 'a', type: 'integer', default: '' }],
  returns: 'integer',
  body: '\nbegin\n  return a;\nend\n',
}

const reads = (fake: FakePlatform, values: object | null) =>
  fake.answer(objectStatementOf('function', '7').query, result(values ? [[JSON.stringify(values)]] : []))

async function open(page: 'functions' | 'indexes', prepare: (fake: FakePlatform) => void = () => {}) {
  opened = (await openScreen(page, `/project/default/database/${page}`, (fake) =>
    prepare(fake),
  )) as unknown as OpenedScreen<CatalogueListScreen>
  const { screen, watch, until, fake, host } = opened
  const panels = screen.structure?.objects as ObjectPanels
  watch(panels.$open, panels.$mayChange, screen.gate.$gate)
  const ready = () => until(() => expect(panels.$mayChange.get()).toEqual({ disabled: false }))
  const panel = async () => {
    await until(() => expect(panels.$open.get()).toMatchObject({ kind: 'panel' }))
    const now = panels.$open.get()
    if (now?.kind !== 'panel') throw new Error('No panel is open')
    const { $statements, $problems, $meanwhile, $fields, form } = now.panel
    watch($statements, $problems, $meanwhile, $fields, form.$values)
    return now.panel
  }
  const batches = () =>
    fake.requests.flatMap(({ body }) => {
      const { statements } = (body ?? {}) as { statements?: { query: string }[] }
      return statements ? [statements.map(({ query }) => query)] : []
    })
  const texts = () =>
    fake.requests.flatMap(({ body }) => {
      const { query } = (body ?? {}) as { query?: string }
      return query === undefined ? [] : [query]
    })
  return { panels, panel, ready, batches, texts, fake, until, notes: host.notifier, watch }
}

test('what the form shows is what runs, in one transaction', async () => {
  const { panels, panel, ready, batches } = await open('functions', (fake) => reads(fake, ADD))
  await ready()
  panels.edit('function', '7')
  const edited = await panel()
  expect(edited.title).toBe('Edit function add')
  expect(edited.$statements.get()).toEqual([])
  edited.form.set('body', '\nbegin\n  return a + 1;\nend\n')
  edited.form.set('comment', 'Adds')
  const shown = edited.$statements.get()?.map(({ sql }) => sql.slice(0, -1)) ?? []
  expect(shown).toHaveLength(2)
  expect(await edited.form.submit()).toEqual({ type: 'done' })
  expect(batches()).toEqual([[LOCK_WAIT_STATEMENT, ...shown]])
})

test('an error in a body is told with its line, and nothing typed is lost', async () => {
  const { panels, panel, ready, fake } = await open('functions', (one) => reads(one, ADD))
  await ready()
  panels.edit('function', '7')
  const edited = await panel()
  edited.form.set('body', '\nbegin\n  retrun a;\nend\n')
  const sql = edited.$statements.get()?.[0]?.sql.slice(0, -1) ?? ''
  const line = sql.split('\n').findIndex((one) => one.includes('retrun')) + 1
  fake.answer(sql, {
    error: {
      statementIndex: 1,
      message: 'syntax error at or near "retrun"',
      code: '42601',
      formattedError: '',
      at: { line, column: 3, offset: 0 },
    },
  })
  expect(await edited.form.submit()).toMatchObject({ type: 'failed' })
  expect(edited.$problems.get()['body']).toBe('Line 3: syntax error at or near "retrun"')
  expect(edited.form.$values.get()['body']).toContain('retrun')
})

test('what others changed meanwhile is told, and is not overwritten', async () => {
  const { panels, panel, ready, fake, batches } = await open('functions', (one) => reads(one, ADD))
  await ready()
  panels.edit('function', '7')
  const edited = await panel()
  edited.form.set('comment', 'mine')
  reads(fake, { ...ADD, comment: 'theirs' })
  expect(await edited.form.submit()).toMatchObject({ type: 'failed' })
  expect(edited.$meanwhile.get()).toEqual({
    title: 'It was changed since you opened this form',
    isGone: false,
  })
  expect(batches()).toEqual([])
  edited.reload()
  expect(edited.form.$values.get()['comment']).toBe('theirs')
  reads(fake, null)
  edited.form.set('comment', 'mine')
  expect(await edited.form.submit()).toMatchObject({ type: 'failed' })
  expect(edited.$meanwhile.get()).toMatchObject({ isGone: true })
})

test('an object that is gone, or belongs to another, says so in the place of its form', async () => {
  const { panels, ready, until, fake } = await open('functions', (one) => reads(one, null))
  await ready()
  panels.edit('function', '7')
  await until(() =>
    expect(panels.$open.get()).toMatchObject({ kind: 'failed', message: 'It does not exist any more' }),
  )
  reads(fake, { ...ADD, isOfExtension: true })
  panels.remove('function', '7')
  await until(() =>
    expect(panels.$open.get()).toMatchObject({
      kind: 'failed',
      message: 'It belongs to an extension, which updates it.',
    }),
  )
})

test('a statement that can’t be in a transaction runs alone', async () => {
  const { panels, panel, ready, batches, texts } = await open('indexes')
  await ready()
  panels.create('index', 'public')
  const made = await panel()
  expect(made.$statements.get()).toBeNull()
  made.form.set('table', 'orders')
  made.form.set('name', 'orders_at')
  made.form.setAt('keys.0.value', 'at')
  made.form.set('comment', 'By time')
  const [first, second] = made.$statements.get() ?? []
  expect(first?.sql).toContain('create index concurrently')
  expect(first?.cost).toContain('SHARE UPDATE EXCLUSIVE lock on public.orders')
  expect(await made.form.submit()).toEqual({ type: 'done' })
  expect(texts()).toContain(first?.sql.slice(0, -1))
  expect(batches()).toEqual([[LOCK_WAIT_STATEMENT, second?.sql.slice(0, -1)]])
})

test('a deletion asks for CASCADE where others depend on it', async () => {
  const { panels, ready, until, watch, batches } = await open('functions', (fake) => {
    reads(fake, ADD)
    fake.answer(
      dropListStatement({ type: 'object', catalogue: 'pg_proc', id: '7' }).query,
      result([['trigger stamp on table orders', 'true', '1', '1']]),
    )
  })
  await ready()
  panels.remove('function', '7')
  await until(() => expect(panels.$open.get()).toMatchObject({ kind: 'dialog' }))
  const now = panels.$open.get()
  if (now?.kind !== 'dialog') throw new Error('No question is open')
  const { dialog } = now
  watch(dialog.$dependents, dialog.$blocked, dialog.$statements)
  await until(() => expect(dialog.$blocked.get()).toContain('Other objects depend on it'))
  dialog.setCascades(true)
  dialog.type('add')
  expect(dialog.$statements.get()[0]?.sql).toBe('drop function "public"."add"("a" integer) cascade;')
  await dialog.confirm()
  expect(batches()).toEqual([[LOCK_WAIT_STATEMENT, 'drop function "public"."add"("a" integer) cascade']])
})

test('who only reads sees why nothing can be changed, and may run a function', async () => {
  const { panels, until, texts } = await open('functions', (fake) => {
    grantOnly(fake, ['read', '%'])
    reads(fake, ADD)
  })
  await until(() =>
    expect(panels.$mayChange.get()).toEqual({ disabled: true, hint: 'Your role is read-only here.' }),
  )
  const off = panels.actionsOf('function', '7').filter(({ hint }) => hint !== undefined)
  expect(off.map(({ id }) => id)).toEqual(['edit', 'duplicate', 'delete'])
  panels.create('function', 'public')
  panels.edit('function', '7')
  panels.remove('function', '7')
  expect(panels.$open.get()).toBeNull()
  panels.runFunction('7')
  await until(() => expect(panels.$open.get()).toMatchObject({ kind: 'run' }))
  const now = panels.$open.get()
  if (now?.kind !== 'run') throw new Error('No run is open')
  now.run.keep(true)
  expect(now.run.$keeps.get()).toBe(false)
  now.run.give(0, { value: `1'` })
  await now.run.run()
  expect(texts()).toContain(`select * from "public"."add"('1'''::integer)`)
})
