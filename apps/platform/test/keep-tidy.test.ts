/** Expired rows are deleted after their time, and nothing else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tidyOnce } from '../src/control/keep-tidy.js'
import { addProject, PASSWORD, testApi, type TestApi } from './test-api.js'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await api.owner()
  await addProject(api.control, 'first')
})
afterAll(() => api.remove())

const RETENTION_DAYS = 30

test.each([
  ['sessions', 'token_hash', 'expires_at', `interval '0'`, `interval '1 second'`],
  ['password_resets', 'token_hash', 'expires_at', `interval '0'`, `interval '1 second'`],
  ['attempts', 'subject', 'last_failed_at', `- interval '1 day'`, `- interval '23 hours'`],
  ['budgets', 'subject', 'at', `- interval '1 day'`, `- interval '23 hours'`],
  ['audit_log', 'target', 'occurred_at', `- interval '30 days'`, `- interval '29 days'`],
  ['snippets', 'name', 'deleted_at', `- interval '7 days'`, `- interval '6 days'`],
])('%s: expired rows are deleted, others stay', async (table, name, time, over, live) => {
  await api.control.write([
    { sql: `delete from control.jobs` },
    ...[
      ['over', over],
      ['live', live],
    ].map(([value, offset]) => ({
      sql: insertOf(table, name, time, String(offset)),
      parameters: [value],
    })),
  ])
  // The job runs after the rows were written, so that now() is later than theirs.
  expect(await tidyOnce(api.control, RETENTION_DAYS)).toBe(true)
  const left = await api.control.select<{ name: string }>(
    `select ${name} as name from control.${table} where ${name} in ('over', 'live')`,
  )
  expect(left).toEqual([{ name: 'live' }])
})

test('signed-in people stay signed in', async () => {
  const { client, fetch } = api.browser()
  void client
  await fetch('/platform/auth/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@example.com', password: PASSWORD }),
  })
  expect((await fetch('/platform/profile')).status).toBe(200)
  await api.control.write([{ sql: 'delete from control.jobs' }])
  expect(await tidyOnce(api.control, RETENTION_DAYS)).toBe(true)
  expect((await fetch('/platform/profile')).status).toBe(200)
})

function insertOf(table: string, name: string, time: string, offset: string): string {
  const at = `now() + ${offset}`.replace('+ -', '-')
  const person = `(select id from control.profiles limit 1)`
  switch (table) {
    case 'sessions':
      return `insert into control.sessions (token_hash, profile_id, awaits_second_factor, user_agent, ip, expires_at)
        values ($1, ${person}, false, 'browser', '127.0.0.1', ${at})`
    case 'password_resets':
      return `insert into control.password_resets (token_hash, profile_id, expires_at) values ($1, ${person}, ${at})`
    case 'attempts':
      return `insert into control.attempts (subject, failures, last_failed_at) values ($1, 1, ${at})`
    case 'budgets':
      return `insert into control.budgets (subject, left_over, at) values ($1, 1, ${at})`
    case 'snippets':
      return `insert into control.snippets
        (id, project_id, owner_id, type, visibility, name, description, sql, deleted_at)
        select gen_random_uuid(), id, ${person}, 'sql', 'user', $1, '', '', ${at} from control.projects`
    default:
      return `insert into control.audit_log (action, ${name}, ${time}) values ('test', $1, ${at})`
  }
}
