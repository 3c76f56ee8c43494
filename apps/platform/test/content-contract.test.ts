/** The platform keeps the contract of snippets, as the fake does that the dashboard is tested with. */
import { describeContentContract } from '@basedeck/platform-client/contract-suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApi, type TestApi } from './test-api.js'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ isPlatform: false, accountsOn: false })
})
afterAll(() => api.remove())

describeContentContract('the platform', () => ({ client: api.browser().client, ref: 'default' }))

test('every change has its entry in the audit log', () => {
  expect(api.unaudited).toEqual([])
})
