/** The contract of the series of a project. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import type { ArgumentsOf } from '../contract/endpoint.js'
import { readReport, readRouteReport } from '../contract/reports.js'
import { refusal } from './refusal.js'

const params = { ref: 'default' }
const HOUR_MS = 60 * 60_000

/**
 * Registers the tests of reports.
 * @param connect gives a platform with a project `default`
 */
export function describeReportsContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of reports`, () => {
    type Query = ArgumentsOf<typeof readReport>['query']
    const read = async (query: Partial<Query>, ref = 'default') => {
      const to = new Date().toISOString()
      const from = new Date(Date.now() - HOUR_MS).toISOString()
      return (await connect()).call(readReport, {
        params: { ...params, ref },
        query: { from, to, names: 'CONNECTIONS', ...query },
      })
    }
    const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

    test.each([
      [1, 'minute'],
      [24, 'hour'],
      [24 * 60, 'day'],
    ])('the last %d hours are told by the %s', async (hours, resolution) => {
      const report = await read({ from: ago(hours), names: 'DATABASE_SIZE,API_REQUESTS' })
      expect(report.resolution).toBe(resolution)
      expect(report.series.map((one) => one.name)).toEqual(['DATABASE_SIZE', 'API_REQUESTS'])
      for (const { points, before } of report.series) expect([points, before].every(Array.isArray)).toBe(true)
      expect(Array.isArray(report.changes)).toBe(true)
    })

    test.each<[string, Partial<Query>]>([
      ['a series that there is not', { names: 'HAPPINESS' }],
      ['a moment that is none', { from: 'yesterday' }],
      ['an end before the beginning', { from: ago(0), to: ago(1) }],
      ['more than 90 days', { from: ago(24 * 91) }],
    ])('%s is refused', async (_, query) => {
      expect((await refusal(read(query)))[0]).toBe(400)
    })

    test('calls of the API are told by route, of a time that is one', async () => {
      const client = await connect()
      const query = { from: ago(1), to: ago(0) }
      const report = await client.call(readRouteReport, { params, query })
      expect(report).toMatchObject({ is_sample: false, processes_away: 0 })
      expect(report.kept_days).toBeGreaterThan(0)
      expect(Array.isArray(report.routes)).toBe(true)
      for (const wrong of [
        { from: ago(0), to: ago(1) },
        { from: ago(24 * 91), to: ago(0) },
      ])
        expect((await refusal(client.call(readRouteReport, { params, query: wrong })))[0]).toBe(400)
    })

    test('an unknown project is not found', async () => {
      expect(await refusal(read({}, 'nobody'))).toEqual([404, 'project_not_found'])
    })
  })
}
