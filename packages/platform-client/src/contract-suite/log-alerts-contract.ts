/** What a platform promises of alerts on the logs of a project. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  createLogAlert,
  deleteLogAlert,
  listLogAlertEvents,
  listLogAlerts,
  LOG_ALERT_MINUTES_MAX,
  revealLogAlertSecret,
  testLogAlert,
  updateLogAlert,
} from '../contract/index.js'
import { refusal } from './refusal.js'

const project = { ref: 'default' }
const given = {
  name: 'Many errors',
  query: 'level:error -route:~health',
  minutes: 5,
  comparison: 'above' as const,
  limit: 100,
}

/**
 * Registers the tests of alerts.
 * @param connect gives a client of a running platform with a project `default`
 */
export function describeLogAlertsContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of log alerts`, () => {
    const make = async (changes: object = {}) =>
      (await connect()).call(createLogAlert, { params: project, body: { ...given, ...changes } })
    const remove = async (id: string) =>
      (await connect()).call(deleteLogAlert, { params: { ...project, id } })

    test('an alert is made, listed, changed and deleted', async () => {
      const client = await connect()
      const made = await make({ enabled: false, url: 'https://hooks.example.com/x' })
      const params = { ...project, id: made.id }
      expect(made).toMatchObject({
        ...given,
        for_minutes: 0,
        mail_roles: [],
        url: 'https://hooks.example.com/x',
        enabled: false,
        value: null,
        firing_since: null,
      })
      expect(await client.call(listLogAlerts, { params: project })).toEqual([made])
      const changes = {
        name: 'Few calls',
        query: '',
        comparison: 'below' as const,
        limit: 1,
        for_minutes: 10,
        mail_roles: ['owner' as const],
        url: null,
      }
      expect(await client.call(updateLogAlert, { params, body: changes })).toMatchObject(changes)
      const { secret } = await client.call(revealLogAlertSecret, { params })
      expect(secret).toMatch(/^whsec_/)
      expect(await client.call(testLogAlert, { params })).toEqual({ id: made.id })
      expect(await client.call(listLogAlertEvents, { params })).toEqual([])
      expect(await remove(made.id)).toEqual({ id: made.id })
      expect(await client.call(listLogAlerts, { params: project })).toEqual([])
      for (const gone of [
        () => remove(made.id),
        () => client.call(updateLogAlert, { params, body: { enabled: true } }),
        () => client.call(listLogAlertEvents, { params }),
        () => client.call(testLogAlert, { params }),
        () => client.call(revealLogAlertSecret, { params }),
      ])
        expect(await refusal(gone())).toEqual([404, 'log_alert_not_found'])
    })

    test('a name exists once, and a search must be readable', async () => {
      const made = await make({ enabled: false })
      expect(await refusal(make())).toEqual([409, 'log_alert_taken'])
      expect(await refusal(make({ name: 'Other', query: '"open' }))).toEqual([400, 'log_alert_query'])
      await remove(made.id)
    })

    test.each<[string, object, string]>([
      ['a limit below zero', { limit: -1 }, 'log_alert_limit'],
      ['half a line', { limit: 1.5 }, 'log_alert_limit'],
      ['a search of several lines', { query: 'level:error\nstatus:500' }, 'log_alert_query'],
      ['SQL that does not read', { kind: 'sql', query: 'drop table logs' }, 'log_alert_query'],
      ['an unknown figure', { kind: 'figure', query: 'happiness' }, 'log_alert_query'],
    ])('%s is refused', async (_what, changes, code) => {
      expect(await refusal(make(changes))).toEqual([400, code])
    })

    test.each<[string, object]>([
      ['a number of a SELECT', { kind: 'sql', query: 'select count(*)\nfrom logs', limit: 1.5 }],
      ['a figure of the reports', { kind: 'figure', query: 'api_error_rate', limit: 2.5 }],
    ])('%s is compared, and its kind stays', async (_what, changes) => {
      const made = await make({ ...changes, enabled: false })
      expect(made).toMatchObject({ ...changes, problem: null })
      const params = { ...project, id: made.id }
      const changed = await (await connect()).call(updateLogAlert, { params, body: { limit: 7.25 } })
      expect(changed).toMatchObject({ ...changes, limit: 7.25 })
      await remove(made.id)
    })

    test.each<[string, object]>([
      ['no name', { name: ' ' }],
      ['no window', { minutes: 0 }],
      ['too long a window', { minutes: LOG_ALERT_MINUTES_MAX + 1 }],
      ['an unknown kind', { kind: 'mood' }],
      ['an unknown comparison', { comparison: 'about' }],
      ['an unknown role', { mail_roles: ['everybody'] }],
      ['a file as address', { url: 'file:///etc/passwd' }],
    ])('%s is refused', async (_what, changes) => {
      expect(await refusal(make(changes))).toEqual([400, 'invalid_body'])
    })
  })
}
