import type { AuditEntry } from '@basedeck/platform-client'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { AuditScreen } from './audit.js'

let opened: OpenedScreen<AuditScreen> | undefined
afterEach(() => opened?.end())

async function open(lines: Partial<AuditEntry>[]) {
  opened = await openScreen('audit', '/org/default/audit', (fake) => {
    fake.world.audit = lines.map((line, index) => entry(index + 1, line))
  })
  const { screen, watch, until } = opened
  const rows = watch(screen.$rows, screen.$open, screen.$retention)
  await until(() => expect(rows().status).not.toBe('loading'))
  return { ...opened, rows }
}

function entry(id: number, line: Partial<AuditEntry>) {
  return {
    id,
    slug: 'default',
    occurred_at: '2026-05-01T10:00:00.000Z',
    actor: { id: 'ada', name: 'Ada', email: 'ada@example.com' },
    action: 'project.update',
    target: 'Shop',
    detail: {},
    ip: '10.0.0.1',
    request_id: 'r-1',
    ...line,
  }
}

test('the newest entry stands first, with how long entries are kept', async () => {
  const { rows, screen } = await open([
    { action: 'project.create' },
    { actor: null, action: 'member.expire' },
    { token: { id: 't', name: 'nightly' }, action: 'project.pause' },
  ])
  expect(rows()).toMatchObject({
    status: 'ready',
    rows: [
      { id: 3, who: 'Ada by token nightly', action: 'project.pause' },
      { id: 2, who: 'The platform', action: 'member.expire' },
      { id: 1, who: 'Ada', action: 'project.create', target: 'Shop' },
    ],
  })
  expect(screen.$retention.get()).toBe('Who did what, kept for 90 days.')
})

test('who may not read it is told so, and nothing is asked', async () => {
  opened = await openScreen('audit', '/org/default/audit', (fake) =>
    grantOnly(fake, ['read', 'organizations']),
  )
  const { screen, watch, until, fake } = opened
  const rows = watch(screen.$rows)
  await until(() =>
    expect(rows()).toEqual({ status: 'empty', title: 'Your role does not allow reading the audit log' }),
  )
  expect(fake.requests.filter(({ path }) => path.includes('/audit'))).toEqual([])
})

test('a long log comes page by page', async () => {
  const { rows, screen, until } = await open(Array.from({ length: 60 }, () => ({})))
  expect(rows()).toMatchObject({ rows: { length: 50 }, hasMore: true })
  screen.loadMore()
  await until(() => expect(rows()).toMatchObject({ rows: { length: 60 }, hasMore: false }))
})

test('it is searched 500 ms after the last key', async () => {
  const { rows, screen, host, until } = await open([{ target: 'Shop' }, { target: 'Letter' }])
  screen.search('lett')
  host.clock.advance(499)
  expect(rows()).toMatchObject({ rows: { length: 2 } })
  host.clock.advance(1)
  await until(() => expect(rows()).toMatchObject({ rows: [{ target: 'Letter' }] }))
  screen.search('nobody')
  host.clock.advance(500)
  await until(() => expect(rows()).toEqual({ status: 'empty', title: 'No entries found', mayClear: true }))
  screen.clear()
  await until(() => expect(rows()).toMatchObject({ rows: { length: 2 } }))
  expect(screen.$search.get()).toBe('')
})

test('an empty log says what will stand there', async () => {
  const { rows } = await open([])
  expect(rows()).toMatchObject({ status: 'empty', title: 'No entries yet' })
})

test('an entry opens whole', async () => {
  const { screen } = await open([
    { project_ref: 'abc', detail: { name: '<b>New</b>', limits: { rows: 5 } }, ip: null },
  ])
  screen.open(1)
  const open_ = screen.$open.get()
  expect(open_?.title).toBe('project.update')
  expect(open_?.facts.map(({ label, value }) => [label, value])).toEqual([
    ['When', expect.stringContaining('2026')],
    ['Who', 'Ada · ada@example.com'],
    ['Target', 'Shop'],
    ['Project ref', 'abc'],
    ['IP address', 'unknown'],
    ['Request', 'r-1'],
  ])
  expect(open_?.changes).toEqual([
    { field: 'name', value: '<b>New</b>' },
    { field: 'limits', value: '{"rows":5}' },
  ])
  screen.close()
  expect(screen.$open.get()).toBeNull()
})

test('what is shown is saved as CSV, and no value becomes a formula', async () => {
  const { screen, host } = await open([
    { target: '=cmd()', detail: { a: 'x,y' }, token: { id: 't', name: 'nightly' } },
  ])
  screen.download()
  expect(host.saved).toEqual([
    {
      name: 'audit-default.csv',
      type: 'text/csv',
      text:
        'id,occurred_at,actor,email,token,action,target,organization,project_ref,detail,ip,request_id\r\n' +
        `1,2026-05-01T10:00:00.000Z,Ada,ada@example.com,nightly,project.update,'=cmd(),,,"{""a"":""x,y""}",10.0.0.1,r-1\r\n`,
    },
  ])
})

test('while nothing is shown nothing is saved', async () => {
  const { screen, host } = await open([])
  screen.download()
  expect(host.saved).toEqual([])
})

test('the log is narrowed by person, token, action, project and day, and shown whole again', async () => {
  const { rows, screen, watch, until } = await open([
    { action: 'project.create', project_ref: 'shop' },
    { actor: null, action: 'member.expire' },
    { token: { id: 't', name: 'nightly' }, action: 'project.pause', project_ref: 'shop' },
    { action: 'project.pause', occurred_at: '2026-05-02T23:59:59.000Z', ip: null },
  ])
  const filters = watch(screen.$filters)
  const ids = () => {
    const now = rows()
    return now.status === 'ready' && !now.outdated ? now.rows.map(({ id }) => id) : now.status
  }
  await until(() =>
    expect(filters().map(({ kind, choices }) => [kind, ...choices.map(({ label }) => label)])).toEqual([
      ['actor', 'All people', 'The platform', 'Ada'],
      ['token', 'With and without a token', 'nightly'],
      ['action', 'All actions', 'member.expire', 'project.create', 'project.pause'],
      ['project', 'All projects', 'shop'],
    ]),
  )
  const narrowed = async (kind: Parameters<typeof screen.narrow>[0], value: string, found: number[]) => {
    screen.narrow(kind, value)
    await until(() => expect(ids()).toEqual(found))
    screen.clear()
    await until(() => expect(ids()).toEqual([4, 3, 2, 1]))
  }
  await narrowed('actor', 'platform', [2])
  await narrowed('token', 't', [3])
  await narrowed('action', 'project.pause', [4, 3])
  await narrowed('project', 'shop', [3, 1])
  await narrowed('day', '2026-05-02', [4])
  screen.narrow('actor', 'platform')
  screen.narrow('project', 'shop')
  await until(() => expect(rows()).toMatchObject({ status: 'empty', mayClear: true }))
})

test('each entry says from where it was asked', async () => {
  const { rows } = await open([{}, { ip: null }])
  expect(rows()).toMatchObject({ rows: [{ address: '–' }, { address: '10.0.0.1' }] })
})
