/** The platform keeps the contract of accounts, as the fake does that the dashboard is tested with. */
import {
  describeAccountsContract,
  describeInstallationContract,
  type AccountsBench,
} from '@basedeck/platform-client/contract-suite'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe } from 'vitest'
import { SETUP_CODE, testApi, type TestApi } from './test-api.js'

const STEP_MS = 30_000

for (const [sequence, describeContract] of [
  ['accounts', describeAccountsContract],
  ['administrators', describeInstallationContract],
] as const) {
  describe(`a fresh platform for ${sequence}`, () => {
    let api: TestApi
    let bench: AccountsBench
    beforeAll(async () => {
      api = await testApi()
      bench = {
        client: api.browser().client,
        setupCode: SETUP_CODE,
        code: (secret) =>
          new TOTP({ secret, digits: 6, period: 30, algorithm: 'SHA1' }).generate({
            timestamp: api.now().getTime(),
          }),
        nextCode: () => api.advance(STEP_MS),
        mailedInvitation: () => api.mailedToken(),
      }
    })
    afterAll(() => api.remove())

    describeContract('the platform', () => bench)
  })
}
