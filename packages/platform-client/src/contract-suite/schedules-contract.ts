/** What a platform promises of the schedules of a project. It makes them, and runs `select 1` once. */
import { describe, expect, test, vi } from 'vitest'
import type { Client } from '../client.js'
import {
  createSchedule,
  deleteSchedule,
  listScheduleRuns,
  listSchedules,
  revealScheduleSecret,
  runSchedule,
  SCHEDULE_LIMIT_MAX_MS,
  SCHEDULE_LIMIT_MS,
  SCHEDULE_TEXT_MAX_BYTES,
  setTimeZone,
  updateSchedule,
  type ScheduleTask,
} from '../contract/index.js'
import { refusal } from './refusal.js'

const project = { ref: 'default' }
const given = {
  name: 'Each new year',
  expression: '@yearly',
  task: { type: 'sql', sql: 'select 1' } as ScheduleTask,
}

/**
 * Registers the tests of schedules.
 * @param connect gives a client of a running platform with a project `default`
 */
export function describeSchedulesContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of schedules`, () => {
    const make = async (changes: Record<string, unknown> = {}) =>
      (await connect()).call(createSchedule, { params: project, body: { ...given, ...changes } as never })
    const remove = async (id: string) =>
      (await connect()).call(deleteSchedule, { params: { ...project, id } })
    const list = async () => (await connect()).call(listSchedules, { params: project })

    test('a schedule is made, listed, changed and deleted; values of headers and the secret are not shown', async () => {
      const client = await connect()
      const made = await make({
        expression: ' 0  3 * * MON-fri ',
        task: { type: 'function', slug: 'report', method: 'PUT', body: '{"all":true}' },
        headers: [{ name: 'X-Api-Key', value: 'hush hush' }],
      })
      const params = { ...project, id: made.id }
      expect(made).toMatchObject({
        name: given.name,
        expression: '0 3 * * MON-fri',
        task: { type: 'function', slug: 'report', method: 'PUT', body: '{"all":true}' },
        headers: ['X-Api-Key'],
        limit_ms: SCHEDULE_LIMIT_MS,
        enabled: true,
        next_at: expect.any(String),
        failures: 0,
        last_run: null,
      })
      expect(Date.parse(made.next_at ?? '')).toBeGreaterThan(Date.now())
      const listed = await list()
      expect(listed).toMatchObject({ time_zone: 'UTC', schedules: [{ id: made.id, headers: ['X-Api-Key'] }] })
      const { secret } = await client.call(revealScheduleSecret, { params })
      expect(secret).toMatch(/^whsec_/)
      expect(JSON.stringify(listed)).not.toContain('hush')
      expect(JSON.stringify(listed)).not.toContain(secret)
      const changed = await client.call(updateSchedule, {
        params,
        body: {
          name: 'Nightly',
          expression: '@Daily',
          task: { type: 'http', url: 'https://hooks.example.com/' },
          headers: [{ name: 'X-Api-Key' }, { name: 'X-Other', value: 'y' }],
          limit_ms: 2000,
          enabled: false,
        },
      })
      expect(changed).toMatchObject({
        name: 'Nightly',
        expression: '@daily',
        task: { type: 'http', url: 'https://hooks.example.com/', body: '' },
        headers: ['X-Api-Key', 'X-Other'],
        limit_ms: 2000,
        enabled: false,
        next_at: null,
      })
      expect(await client.call(revealScheduleSecret, { params })).toEqual({ secret })
      expect(await client.call(listScheduleRuns, { params })).toEqual([])
      expect(await client.call(deleteSchedule, { params })).toEqual({ id: made.id })
      expect((await list()).schedules).toEqual([])
      for (const gone of [
        () => client.call(deleteSchedule, { params }),
        () => client.call(updateSchedule, { params, body: { enabled: true } }),
        () => client.call(revealScheduleSecret, { params }),
        () => client.call(listScheduleRuns, { params }),
        () => client.call(runSchedule, { params }),
      ])
        expect(await refusal(gone())).toEqual([404, 'schedule_not_found'])
    })

    test('a run that is asked for is done, of a schedule that is off too', async () => {
      const client = await connect()
      const made = await make({ enabled: false })
      const params = { ...project, id: made.id }
      const { id } = await client.call(runSchedule, { params })
      const runs = () => client.call(listScheduleRuns, { params })
      await vi.waitFor(
        async () =>
          expect(await runs()).toMatchObject([
            { id, cause: 'member', status: 'succeeded', attempts: 1, rows: 1, code: null, reason: null },
          ]),
        { timeout: 10_000, interval: 50 },
      )
      const [run] = await runs()
      expect((await list()).schedules).toMatchObject([{ id: made.id, next_at: null, last_run: run }])
      await remove(made.id)
    })

    test('the time zone of the project counts', async () => {
      const client = await connect()
      const put = (time_zone: string) => client.call(setTimeZone, { params: project, body: { time_zone } })
      expect(await put('Europe/Berlin')).toEqual({ time_zone: 'Europe/Berlin' })
      expect((await list()).time_zone).toBe('Europe/Berlin')
      for (const wrong of ['Mars/Olympus', '+01:00', '', '../../etc'])
        expect(await refusal(put(wrong))).toEqual([400, 'invalid_body'])
      expect(await put('UTC')).toEqual({ time_zone: 'UTC' })
    })

    test('a name exists once', async () => {
      const first = await make()
      const second = await make({ name: 'Other' })
      expect(await refusal(make())).toEqual([409, 'schedule_taken'])
      const params = { ...project, id: second.id }
      const renamed = (await connect()).call(updateSchedule, { params, body: { name: first.name } })
      expect(await refusal(renamed)).toEqual([409, 'schedule_taken'])
      await remove(first.id)
      await remove(second.id)
    })

    test('a header that is new needs a value', async () => {
      expect(await refusal(make({ headers: [{ name: 'X-New' }] }))).toEqual([400, 'webhook_header_empty'])
      expect((await list()).schedules).toEqual([])
    })

    test.each<[string, Record<string, unknown>]>([
      ['no name', { name: ' ' }],
      ['no expression', { expression: '' }],
      ['a field too few', { expression: '* * * *' }],
      ['seconds', { expression: '* * * * * *' }],
      ['a minute that is none', { expression: '60 * * * *' }],
      ['a step of 0', { expression: '*/0 * * * *' }],
      ['what never comes', { expression: '0 0 30 2 *' }],
      ['a start of the machine', { expression: '@reboot' }],
      ['an expression of 10,000 characters', { expression: `${'1,'.repeat(5000)}1 * * * *` }],
      ['no SQL', { task: { type: 'sql', sql: ' ' } }],
      ['SQL with a NUL', { task: { type: 'sql', sql: 'select \0' } }],
      ['SQL that is too long', { task: { type: 'sql', sql: 'x'.repeat(SCHEDULE_TEXT_MAX_BYTES + 1) } }],
      [
        'a body that is too long',
        { task: { type: 'http', url: 'https://a.example', body: 'x'.repeat(SCHEDULE_TEXT_MAX_BYTES + 1) } },
      ],
      ['an unknown task', { task: { type: 'shell', command: 'ls' } }],
      ['a file as address', { task: { type: 'http', url: 'file:///etc/passwd' } }],
      ['a function that leaves its place', { task: { type: 'function', slug: '../x' } }],
      ['an unknown method', { task: { type: 'function', slug: 'x', method: 'TRACE' } }],
      ['a header of the signature', { headers: [{ name: 'Webhook-Signature', value: 'v1,x' }] }],
      ['a header with a line break', { headers: [{ name: 'X-A', value: 'a\r\nX-B: b' }] }],
      ['no time', { limit_ms: 0 }],
      ['too much time', { limit_ms: SCHEDULE_LIMIT_MAX_MS + 1 }],
    ])('%s is refused', async (_what, changes) => {
      expect(await refusal(make(changes))).toEqual([400, 'invalid_body'])
    })
  })
}
