/** The contract of the settings of PostgreSQL. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import { listServerSettings, updateServerSetting } from '../contract/server-settings.js'
import { refusal } from './refusal.js'

const params = { ref: 'default' }

/**
 * Registers the tests of the settings of PostgreSQL.
 * @param connect gives a client of a running platform whose project `default` has a database
 */
export function describeServerSettingsContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of server settings`, () => {
    const list = async () => (await connect()).call(listServerSettings, { params })
    const find = async (setting: string) => (await list()).settings.find(({ name }) => name === setting)
    const change = async (setting: string, body: { value: string | null; restarts?: boolean }) =>
      (await connect()).call(updateServerSetting, { params: { ...params, name: setting }, body })

    test('each setting says what it is, and which can be changed', async () => {
      expect(await find('work_mem')).toMatchObject({
        type: 'integer',
        unit: 'kB',
        value: expect.stringMatching(/^\d+(kB|MB)$/),
        category: 'Resource Usage / Memory',
        fixed: null,
      })
      expect((await find('archive_command'))?.fixed).toEqual(expect.any(String))
      expect((await list()).refused).toBeNull()
    })

    test('one is set, read back, and set as if nobody had', async () => {
      const before = await find('work_mem')
      await change('work_mem', { value: '9MB', restarts: true })
      await expect.poll(async () => (await find('work_mem'))?.value, { timeout: 60_000 }).toBe('9MB')
      expect((await find('work_mem'))?.is_changed).toBe(true)
      await change('work_mem', { value: null, restarts: true })
      await expect.poll(async () => (await find('work_mem'))?.value, { timeout: 60_000 }).toBe(before?.value)
      expect((await find('work_mem'))?.is_changed).toBe(false)
    }, 120_000)

    test('what can’t be is refused, and nothing changes', async () => {
      const before = (await list()).settings
      const refused: [() => Promise<unknown>, [number, string]][] = [
        [() => change('archive_command', { value: 'rm -rf /' }), [409, 'setting_fixed']],
        [() => change('no_such_setting', { value: '1' }), [404, 'setting_not_found']],
        [() => change('work_mem', { value: 'much', restarts: true }), [400, 'query_failed']],
        [() => change('x; drop table y', { value: '1' }), [404, 'invalid_params']],
        [() => change('work_mem', { value: 'x'.repeat(1001) }), [400, 'invalid_body']],
      ]
      for (const [call, answer] of refused) expect((await refusal(call()))[0]).toBe(answer[0])
      expect((await list()).settings).toEqual(before)
    })
  })
}
