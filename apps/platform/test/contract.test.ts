/** The platform keeps the contract of its clients on every engine. */
import { describePlatformContract } from '@basedeck/platform-client/testing'
import { afterAll, beforeAll, describe } from 'vitest'
import { runApp, type RunningApp } from './running-app.js'

for (const kind of ['cluster', 'pglite'] as const) {
  describe(kind, () => {
    let running: RunningApp
    beforeAll(async () => {
      running = await runApp(kind)
    })
    afterAll(() => running.stop())
    describePlatformContract(`the platform on ${kind}`, () => running.client)
  })
}
