import { describe, expect, test } from 'vitest'
import { createClient } from '../client.js'
import { describeAccountsContract } from '../contract-suite/accounts-contract.js'
import { describeAiContract } from '../contract-suite/ai-contract.js'
import { CONTRACT_CALLS, isCallOf } from '../contract-suite/contract-calls.js'
import { describeContentContract } from '../contract-suite/content-contract.js'
import { createFakePlatform } from './fake-platform.js'
import { describeHostedContract } from '../contract-suite/hosted-contract.js'
import { describePlatformContract } from '../contract-suite/platform-contract.js'
import { describeReadingsContract } from '../contract-suite/readings-contract.js'
import { describeRunningContract } from '../contract-suite/running-contract.js'

const fake = createFakePlatform()
const client = createClient({ baseUrl: 'http://fake', fetch: fake.fetch })

describePlatformContract('the fake platform', () => client)
describeRunningContract('the fake platform', () => client)
describeReadingsContract('the fake platform', () => client)

const hosted = createFakePlatform()
const owner = createClient({ baseUrl: 'http://fake', fetch: hosted.fetch })

describeHostedContract('the fake platform', () => ({
  client: owner,
  // After a deletion the fake has nothing to settle.
  settle: async (ref) => {
    if (hosted.world.projects.some(({ project }) => project.ref === ref)) hosted.settle(ref)
  },
}))

const peopled = createFakePlatform()
peopled.accounts.requireAccounts()
peopled.accounts.mail = true
peopled.world.mail = true
const browser = createClient({ baseUrl: 'http://fake', fetch: peopled.fetch })

describeAccountsContract('the fake platform', () => ({
  client: browser,
  setupCode: peopled.accounts.setupCode,
  code: (secret) => peopled.accounts.code({ secret }),
  nextCode: peopled.accounts.nextCode,
  mailedInvitation: () => peopled.world.invitations.at(-1)?.token ?? '',
}))

describeContentContract('the fake platform', () => ({ client, ref: 'default' }))

const thinking = createFakePlatform()
thinking.runtime.aiEnabled = true
const asker = createClient({ baseUrl: 'http://fake', fetch: thinking.fetch })
describeAiContract('the fake platform', () => asker)

/** Calls that the suite does not test yet. This list may only get shorter. */
const WITHOUT_PROMISE = new Set([
  'createTemporaryKey',
  'deleteAccount',
  'deleteInvitation',
  'exportFile',
  'getInstallationSettings',
  'getMarketplaceRedirect',
  'getPartnerRedirect',
  'listAccounts',
  'listAllOrganizations',
  'listInstallationAudit',
  'listenEvents',
  'probeDatabase',
  'queryBatch',
  'removeMember',
  'resetAccountFactors',
  'runLints',
  'updateAccount',
  'updateInstallationSettings',
  'updateMember',
])

describe('every call of the contract', () => {
  const fakes = [fake, hosted, peopled, thinking]

  test.each(CONTRACT_CALLS)('%s has an answer in the fake', async (_, { method, path, version }) => {
    const address = path.replace('{ref}', 'default').replace(/\{\w+\}/g, 'word')
    const answer = await createFakePlatform().fetch(`http://fake${address}`, {
      method,
      headers: version ? { version: String(version) } : {},
      ...(method === 'GET' ? {} : { body: '{}' }),
    })
    // A stream of events has no end.
    const isStream = answer.headers.get('content-type') === 'text/event-stream'
    const text = isStream ? '' : await answer.text()
    expect(text).not.toContain('The fake platform has no such call')
  })

  test.each(CONTRACT_CALLS)('%s has a promise in the suite, or is named as one without', (name, endpoint) => {
    const requests = fakes.flatMap((one) => one.requests)
    const hasPromise = requests.some((request) => isCallOf(endpoint, request))
    expect(hasPromise).toBe(!WITHOUT_PROMISE.has(name))
  })
})
