import { createClient } from '../client.js'
import { describeAccountsContract } from './accounts-contract.js'
import { describeAiContract } from './ai-contract.js'
import { describeContentContract } from './content-contract.js'
import { createFakePlatform } from './fake-platform.js'
import { describeHostedContract } from './hosted-contract.js'
import { describePlatformContract } from './platform-contract.js'
import { describeRunningContract } from './running-contract.js'

const client = createClient({ baseUrl: 'http://fake', fetch: createFakePlatform().fetch })

describePlatformContract('the fake platform', () => client)
describeRunningContract('the fake platform', () => client)

const hosted = createFakePlatform()
const owner = createClient({ baseUrl: 'http://fake', fetch: hosted.fetch })

describeHostedContract('the fake platform', () => ({
  client: owner,
  // A fake that was told to delete has nothing left to settle.
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
