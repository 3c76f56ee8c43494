/** The platform keeps the contract of its clients on every engine. */
import { setUp, type Client } from '@basedeck/platform-client'
import {
  describeHostedContract,
  describePlatformContract,
  describeRunningContract,
} from '@basedeck/platform-client/testing'
import { afterAll, beforeAll, describe } from 'vitest'
import { runApp, type RunningApp } from './running-app.js'
import { createBrowser, PASSWORD, SETUP_CODE } from './test-api.js'

for (const kind of ['cluster', 'pglite'] as const) {
  describe(kind, () => {
    let running: RunningApp
    beforeAll(async () => {
      running = await runApp(kind)
    })
    afterAll(() => running.stop())
    describePlatformContract(`the platform on ${kind}`, () => running.client)
    describeRunningContract(`the platform on ${kind}`, () => running.client)
  })
}

for (const kind of ['cluster', 'pglite'] as const) {
  describe(`hosted on ${kind}`, () => {
    let running: RunningApp
    let client: Client
    beforeAll(async () => {
      running = await runApp(kind, { isPlatform: true, accountsOn: true })
      client = createBrowser((url, init) => running.app.request(url, init)).client
      await client.call(setUp, {
        body: {
          setup_code: SETUP_CODE,
          email: 'owner@example.com',
          password: PASSWORD,
          first_name: 'Olive',
          organization_name: 'First',
        },
      })
    })
    afterAll(() => running.stop())
    describeHostedContract(`the platform on ${kind}`, () => ({
      client,
      settle: () => running.life.settled(),
    }))
  })
}
