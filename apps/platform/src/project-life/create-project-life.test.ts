/** What the life of the projects is put together of: starts, its sentences, its end. */
import { expect, test, vi } from 'vitest'
import { parseDatabaseUrl } from '../engines/server/database-url.js'
import { plainOwnerRoleOf } from '../project-database/plain-owner.js'
import { readerRoleOf } from '../project-database/reader.js'
import { ELSEWHERE, WARN, ada, addedRow, projectRow, setUpLife } from './testing/told-life.js'

const URL_SECRET = { secrets: { 'shop database_url': 'postgresql://me:hush@db.example.org/shop' } }

test.each([
  ['an engine of this process', projectRow(), 'PostgreSQL 15.18 from PATH'],
  ['a server by URL', addedRow({ db_port: 6000 }), 'PostgreSQL at db.example.org:6000'],
  ['another process', projectRow({ installation_id: ELSEWHERE }), 'PostgreSQL 15.18'],
  [
    'another process, never opened',
    projectRow({ installation_id: ELSEWHERE, version_number: null }),
    'PostgreSQL',
  ],
])('what runs a project is named: %s', (_name, row, sentence) => {
  expect(setUpLife([]).life.describeEngine(row)).toBe(sentence)
})

test('of an engine that does not run here its reason is told, of an unknown one its name', () => {
  const { life, registry } = setUpLife([])
  registry.offers = [{ kind: 'cluster', available: false, reason: 'No PostgreSQL is installed.' }]
  expect(life.describeEngine(projectRow())).toBe('No PostgreSQL is installed.')
  expect(life.describeEngine(projectRow({ engine: 'pglite' }))).toBe('pglite')
})

test('the SQL that prepares a database makes an owner only for the URL of a superuser, as last seen', async () => {
  const { life, registry } = setUpLife([addedRow()], URL_SECRET)
  const owner = plainOwnerRoleOf('shop')
  expect(life.prepareSql('shop')).toContain(readerRoleOf('shop'))
  expect(life.prepareSql('shop')).not.toContain(owner)
  registry.facts = { hasSuperuserUrl: true }
  await life.database('shop')
  expect(life.prepareSql('shop')).toContain(owner)
  expect(life.prepareSql('blog')).not.toContain(plainOwnerRoleOf('blog'))
  registry.facts = {}
  await life.database('shop')
  expect(life.prepareSql('shop')).not.toContain(owner)
  await life.close()
})

test('at a start the work of this process goes on, later only that of others', async () => {
  const projects = [
    projectRow({ status: 'PAUSING' }),
    addedRow({ ref: 'blog', status: 'PAUSING' }),
    projectRow({ ref: 'far', status: 'PAUSING', installation_id: ELSEWHERE }),
  ]
  const later = setUpLife(projects)
  await later.life.resumeUnfinishedOfOthers()
  await later.life.settled()
  expect(later.registry.log).toEqual(['stop blog'])
  const start = setUpLife(projects)
  await start.life.resumeUnfinished()
  await start.life.settled()
  expect(start.registry.log.toSorted()).toEqual(['stop blog', 'stop shop'])
  for (const { life } of [later, start]) await life.close()
})

test('after a start the ports of healthy databases with files here are watched; one that fails is logged', async () => {
  const { life, registry, logged } = setUpLife([
    projectRow(),
    projectRow({ ref: 'blog' }),
    projectRow({ ref: 'paused', status: 'INACTIVE' }),
    projectRow({ ref: 'far', installation_id: ELSEWHERE }),
  ])
  registry.failures.set('watch', new Error('EADDRINUSE'))
  await life.resumeUnfinished()
  expect(registry.ended).toEqual([
    { id: 'shop', engine: 'cluster' },
    { id: 'blog', engine: 'cluster' },
  ])
  expect(logged).toMatchObject(
    ['shop', 'blog'].map((project) => ({
      level: WARN,
      project,
      err: { message: 'EADDRINUSE' },
      msg: 'the port of a closed database can’t be watched',
    })),
  )
  await life.close()
})

test('the address that the operator chose for this start is stored', async () => {
  const { life, rows } = setUpLife([projectRow(), projectRow({ ref: 'far', installation_id: ELSEWHERE })], {
    databaseHost: '192.0.2.7',
  })
  await life.resumeUnfinished()
  expect([...rows.values()].map(({ db_host }) => db_host)).toEqual(['192.0.2.7', '127.0.0.1'])
  await life.close()
})

test('a program that connects to a closed database opens it', async () => {
  const { life, registry } = setUpLife([projectRow()])
  await registry.knock('shop')
  expect(registry.log).toEqual(['open shop'])
  await life.close()
})

test('what was not begun when the platform stops is left to the next start', async () => {
  const { life, registry, rows, logged } = setUpLife([projectRow()])
  await life.pause('shop', ada)
  await life.close()
  expect(registry.log).toEqual([])
  expect(rows.get('shop')?.status).toBe('PAUSING')
  await life.resumeUnfinished()
  await life.resumeUnfinishedOfOthers()
  await life.settled()
  expect(rows.get('shop')?.status).toBe('PAUSING')
  expect(logged).toEqual([])
})

test('a platform that has stopped takes no work of others', async () => {
  const { life, control } = setUpLife([addedRow({ status: 'PAUSING' })])
  await life.close()
  await life.resumeUnfinishedOfOthers()
  expect(control.written).toEqual([])
})

test('a project is here if its files are, or if it needs only its URL', () => {
  const { life } = setUpLife([])
  const rows = [projectRow(), addedRow(), projectRow({ installation_id: ELSEWHERE })]
  expect(rows.map((row) => life.isHere(row))).toEqual([true, true, false])
})

test('a platform that has stopped asks no ill database', async () => {
  vi.useFakeTimers()
  try {
    const { life } = setUpLife([projectRow({ status: 'ACTIVE_UNHEALTHY' })])
    await life.resumeUnfinished()
    expect(vi.getTimerCount()).toBe(1)
    await life.close()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('the database of the operator is ended where it was opened, whatever its row says', async () => {
  const operatorDatabase = {
    ref: 'shop',
    url: parseDatabaseUrl('postgresql://me:hush@localhost:6000/own'),
    prepare: true,
  }
  const { life, registry } = setUpLife([projectRow(), projectRow({ ref: 'blog' })], { operatorDatabase })
  for (const ref of ['shop', 'blog']) {
    await life.pause(ref, ada)
    await life.settled()
  }
  expect(registry.ended).toEqual([
    { id: 'shop', engine: 'postgres' },
    { id: 'blog', engine: 'cluster' },
  ])
  await life.close()
})
