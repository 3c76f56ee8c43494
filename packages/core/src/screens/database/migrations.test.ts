import { FakeRefusal, type FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { MigrationsScreen } from './migrations.js'

let opened: OpenedScreen<MigrationsScreen> | undefined
afterEach(() => opened?.end())

const entry = (version: string, name: string | null, statements: string[] | null) => ({
  version,
  name,
  created_by: 'ada@example.com',
  statements,
})

async function open(prepare?: (fake: FakePlatform) => void) {
  opened = await openScreen('migrations', '/project/default/database/migrations', prepare)
  const { screen, watch, until } = opened
  const rows = watch(screen.$rows)
  const draft = watch(screen.draft.$draft)
  watch(screen.$mayChange, screen.$panel, screen.drift.$state, screen.$detail, screen.draft.$typed)
  watch(
    screen.draft.$problem,
    screen.draft.$isSaving,
    screen.reverting.$state,
    screen.draft.discarding.$state,
  )
  await until(() => expect([rows().status, draft().status]).toEqual(['ready', 'ready']))
  await until(() => expect(screen.$mayChange.get().disabled).toBeDefined())
  const list = () => {
    const now = rows()
    return now.status === 'ready' ? now.data : []
  }
  return { ...opened, list }
}

/** With the right to change the database known. */
async function openForChange(prepare?: (fake: FakePlatform) => void) {
  const all = await open(prepare)
  await all.until(() => expect(all.screen.$mayChange.get()).toEqual({ disabled: false }))
  const made = () => {
    const panel = all.screen.$panel.get()
    if (!panel) throw new Error('The panel is closed')
    return panel
  }
  return { ...all, made }
}

test('the history is listed, the newest first, with the time that a version is', async () => {
  const { list } = await open((fake) => {
    fake.migrations.history = [entry('7', null, null), entry('20260102030405', 'orders', ['a', 'b'])]
  })
  expect(list()).toEqual([
    {
      version: '20260102030405',
      name: 'orders',
      madeAt: '2026-01-02T03:04:05Z',
      author: 'ada@example.com',
      statements: '2',
    },
    { version: '7', name: 'Without a name', madeAt: null, author: 'ada@example.com', statements: '' },
  ])
})

test('the SQL of one is shown, copied and hidden', async () => {
  const { screen, until, host } = await open((fake) => {
    fake.migrations.history = [entry('7', 'x', ['select 1', 'select 2'])]
  })
  screen.show('7')
  await until(() => expect(screen.$detail.get()).toMatchObject({ status: 'ready' }))
  await screen.copySql()
  expect(host.copied.at(-1)).toBe('select 1;\n\nselect 2;')
  screen.hide()
  expect(screen.$detail.get()).toBeNull()
})

test('a migration runs and is in the list; without name or SQL nothing is sent', async () => {
  const { screen, made, list, until } = await openForChange()
  screen.create()
  const { form } = made()
  expect(await form.submit()).toEqual({ type: 'invalid', field: 'name' })
  form.set('name', 'orders')
  form.set('sql', ' ')
  expect(await form.submit()).toEqual({ type: 'invalid', field: 'sql' })
  form.set('sql', 'select 1;')
  form.set('version', '1x')
  expect(await form.submit()).toEqual({ type: 'invalid', field: 'version' })
  form.set('version', '42')
  expect(await form.submit()).toEqual({ type: 'done' })
  await until(() => expect(list()).toMatchObject([{ version: '42', name: 'orders' }]))
})

test('a version that the history has is said at its field', async () => {
  const { screen, made } = await openForChange((fake) => {
    fake.migrations.history = [entry('42', 'x', [])]
  })
  screen.create()
  made().form.set('name', 'x')
  made().form.set('sql', 'select 1')
  made().form.set('version', '42')
  expect(await made().form.submit()).toEqual({ type: 'failed', field: 'version' })
})

test('what PostgreSQL refuses is said, and what was typed stays', async () => {
  const { screen, made } = await openForChange((fake) => {
    fake.migrations.refusal = new FakeRefusal(400, '22012', 'Statement 2 of 2 failed: division by zero')
  })
  screen.create()
  const { form, leave, stay, discard, $asksToDiscard } = made()
  form.set('name', 'x')
  form.set('sql', 'select 1; select 1/0')
  expect(await form.submit()).toEqual({ type: 'failed' })
  expect(form.$state.get()).toMatchObject({ message: 'Statement 2 of 2 failed: division by zero' })
  leave()
  expect($asksToDiscard.get()).toBe(true)
  stay()
  expect(form.$values.get().sql).toBe('select 1; select 1/0')
  discard()
  expect(screen.$panel.get()).toBeNull()
})

test('who holds a lock that was not free is said', async () => {
  const { screen, made } = await openForChange((fake) => {
    const more = { hint: 'It is held by session 7, ada.' }
    fake.migrations.refusal = new FakeRefusal(400, '55P03', 'canceling statement due to lock timeout', {
      more,
    })
  })
  screen.create()
  made().form.set('name', 'x')
  made().form.set('sql', 'select 1')
  await made().form.submit()
  expect(made().form.$state.get()).toMatchObject({
    message: 'canceling statement due to lock timeout It is held by session 7, ada.',
  })
})

test('one is taken out of the history after a question', async () => {
  const { screen, list, until } = await openForChange((fake) => {
    fake.migrations.history = [entry('7', 'x', [])]
  })
  screen.reverting.ask('7')
  await screen.reverting.confirm()
  await until(() => expect(list()).toEqual([]))
})

test('what is in progress is edited, and becomes a migration that is recorded', async () => {
  const { screen, made, fake, until } = await openForChange(({ migrations }) => {
    migrations.draft = { sql: 'select 1;', version: '3', updated_at: null, updated_by: null }
  })
  screen.draft.type('select 2;')
  screen.finishDraft()
  expect(screen.$panel.get()).toBeNull()
  await screen.draft.save()
  expect(fake.migrations.draft.sql).toBe('select 2;')
  await until(() => expect(screen.draft.$typed.get()).toBeNull())
  screen.finishDraft()
  expect(made().form.$values.get()).toMatchObject({ sql: 'select 2;', mode: 'record' })
  made().form.set('name', 'x')
  expect(await made().form.submit()).toEqual({ type: 'done' })
  expect(fake.migrations.draft.sql).toBe('')
  expect(fake.migrations.history).toMatchObject([{ statements: ['select 2'] }])
})

test('SQL that others added meanwhile is not lost by a save', async () => {
  const { screen, fake } = await openForChange(({ migrations }) => {
    migrations.draft = { sql: 'a;', version: '3', updated_at: null, updated_by: null }
  })
  screen.draft.type('b;')
  fake.migrations.draft = { sql: 'a;\n\nc;', version: '4', updated_at: null, updated_by: null }
  await screen.draft.save()
  expect(screen.draft.$problem.get()).toContain('Someone else added SQL meanwhile')
  expect(screen.draft.$typed.get()).toBe('b;\n\nc;')
  expect(fake.migrations.draft.sql).toBe('a;\n\nc;')
})

test('what is in progress is discarded after a question', async () => {
  const { screen, fake } = await openForChange(({ migrations }) => {
    migrations.draft = { sql: 'a;', version: '3', updated_at: null, updated_by: null }
  })
  screen.draft.discarding.ask(null)
  await screen.draft.discarding.confirm()
  expect(fake.migrations.draft.sql).toBe('')
})

test('drift is found, and written as a migration that is recorded', async () => {
  const { screen, made } = await openForChange(({ migrations }) => {
    migrations.drift.changes = ['create table t (a int)', 'create table u (a int)'].map((sql) => ({
      kind: 'table',
      schema: 'public',
      name: 't',
      verb: 'create',
      sql,
      lock: null,
      rewrites: false,
      loses_data: false,
      is_alone: false,
    }))
  })
  await screen.drift.check()
  expect(screen.drift.$state.get()).toMatchObject({ status: 'done' })
  screen.writeDrift()
  expect(made().form.$values.get()).toMatchObject({
    sql: 'create table t (a int);\n\ncreate table u (a int);',
    mode: 'record',
  })
})

test('a check that is stopped tells nothing', async () => {
  const { screen } = await openForChange()
  const checking = screen.drift.check()
  expect(screen.drift.$state.get()).toEqual({ status: 'checking' })
  screen.drift.stop()
  await checking
  expect(screen.drift.$state.get()).toEqual({ status: 'idle' })
})

test('who may only read sees the history, and can’t make a migration', async () => {
  const { screen, until } = await open((fake) => grantOnly(fake, ['read', '%']))
  await until(() =>
    expect(screen.$mayChange.get()).toMatchObject({ disabled: true, hint: expect.any(String) }),
  )
  screen.create()
  screen.writeDrift()
  expect(screen.$panel.get()).toBeNull()
})
