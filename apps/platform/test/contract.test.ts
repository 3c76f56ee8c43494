/** The platform keeps the contract of its clients on every engine. */
import { type Client } from '@basedeck/platform-client'
import {
  describeAuthConfigContract,
  describeAuthMailsContract,
  describeAuthUsersContract,
  describeBackupsContract,
  describeBranchesContract,
  describeDataApiContract,
  describeDatabaseContract,
  describeFunctionsContract,
  describeHostedContract,
  describeLogsContract,
  describeReportsContract,
  describeMergeContract,
  describeMigrationsContract,
  describeNetworkAccessContract,
  describeServerSettingsContract,
  describeNotificationsContract,
  describePlatformContract,
  describeReadingsContract,
  describeRealtimeContract,
  describeReplicasContract,
  describeRunningContract,
  describeStorageContract,
  describeVaultContract,
  describeSchedulesContract,
  describeLogAlertsContract,
  describeLogDrainsContract,
  describeWebhooksContract,
} from '@basedeck/platform-client/contract-suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runBesideHolder, type BesideHolder } from './beside-holder.js'
import { hostedOwner } from './hosted-owner.js'
import { runApp, type RunningApp } from './running-app.js'
import { makeContractBranch, makeContractBranchBesideParent } from './test-branch.js'
import { notifyDefault } from './notify-default.js'
import { putObject } from './put-object.js'

for (const kind of ['cluster', 'pglite'] as const) {
  describe(kind, () => {
    let running: RunningApp
    let branch: Promise<string> | undefined
    beforeAll(async () => {
      running = await runApp(kind)
    })
    afterAll(() => running.stop())
    describePlatformContract(`the platform on ${kind}`, () => running.client)
    describeRunningContract(`the platform on ${kind}`, () => running.client)
    describeReadingsContract(`the platform on ${kind}`, () => running.client)
    describeDatabaseContract(`the platform on ${kind}`, () => running.client)
    describeBranchesContract(`the platform on ${kind}`, () => running.client)
    describeBackupsContract(`the platform on ${kind}`, () => running.client)
    describeReplicasContract(`the platform on ${kind}`, () => running.client)
    describeDataApiContract(`the platform on ${kind}`, () => running.client)
    describeRealtimeContract(`the platform on ${kind}`, () => running.client)
    describeMigrationsContract(`the platform on ${kind}`, () => running.client)
    describeNetworkAccessContract(`the platform on ${kind}`, () => running.client)
    describeServerSettingsContract(`the platform on ${kind}`, () => running.client)
    describeMergeContract(`the platform on ${kind}`, async () => ({
      client: running.client,
      branch: await (branch ??= makeContractBranch(running)),
    }))
    describeVaultContract(`the platform on ${kind}`, () => running.client)
    describeSchedulesContract(`the platform on ${kind}`, () => running.client)
    describeLogAlertsContract(`the platform on ${kind}`, () => running.client)
    describeLogDrainsContract(`the platform on ${kind}`, () => running.client)
    describeWebhooksContract(`the platform on ${kind}`, () => running.client)
    describeFunctionsContract(`the platform on ${kind}`, () => running.client)
    describeAuthConfigContract(`the platform on ${kind}`, () => running.client)
    describeAuthMailsContract(`the platform on ${kind}`, () => running.client)
    describeAuthUsersContract(`the platform on ${kind}`, () => running.client)
    describeReportsContract(`the platform on ${kind}`, () => running.client)
    describeLogsContract(`the platform on ${kind}`, () => ({
      client: running.client,
      write: ({ time, request_id: requestId, ...line }) =>
        running.lines.write({ ...line, time: Date.parse(time), requestId, project: 'default' }),
    }))
    describeStorageContract(`the platform on ${kind}`, () => ({
      client: running.client,
      put: (...object) => putObject(running.storage, ...object),
    }))
    describeNotificationsContract(`the platform on ${kind}`, () => ({
      client: running.client,
      tell: (told) => notifyDefault(running, told),
    }))
    isAudited(() => running)
  })
}

describe('url', () => {
  let running: RunningApp
  let branch: Promise<string> | undefined
  beforeAll(async () => {
    running = await runApp('url')
  })
  afterAll(() => running.stop())
  describeBranchesContract('the platform on url', () => running.client)
  describeMergeContract('the platform on url', async () => ({
    client: running.client,
    branch: await (branch ??= makeContractBranchBesideParent(running)),
  }))
  isAudited(() => running)
})

describe('held by another process', () => {
  let beside: BesideHolder
  beforeAll(async () => {
    beside = await runBesideHolder()
  })
  afterAll(() => beside.stop())
  describePlatformContract('a process that forwards', () => beside.client)
  describeRunningContract('a process that forwards', () => beside.client)
})

for (const kind of ['cluster', 'pglite'] as const) {
  describe(`hosted on ${kind}`, () => {
    let running: RunningApp
    let client: Client
    beforeAll(async () => {
      running = await runApp(kind, { isPlatform: true, accountsOn: true })
      client = await hostedOwner(running, 'First')
    })
    afterAll(() => running.stop())
    describeHostedContract(`the platform on ${kind}`, () => ({
      client,
      settle: () => running.life.settled(),
    }))
    isAudited(() => running)
  })
}

/** The last test of a platform: each call before it has the line in the audit log that the contract promises. */
function isAudited(running: () => RunningApp) {
  test('what was changed is in the audit log', () => expect(running().unaudited).toEqual([]))
}
