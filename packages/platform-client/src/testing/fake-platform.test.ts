import { describe, expect, test } from 'vitest'
import { createClient } from '../client.js'
import { describeAccountsContract, type AccountsBench } from '../contract-suite/accounts-contract.js'
import { describeAiContract } from '../contract-suite/ai-contract.js'
import { getDataApiConfig } from '../contract/data-api.js'
import { CONTRACT_CALLS, isCallOf } from './contract-calls.js'
import { describeContentContract } from '../contract-suite/content-contract.js'
import type { MergeObject } from '../contract/merge.js'
import { emptyComparison } from './fake-merge.js'
import { createFakePlatform, type FakePlatform } from './fake-platform.js'
import { describeAuthConfigContract } from '../contract-suite/auth-config-contract.js'
import { describeAuthMailsContract } from '../contract-suite/auth-mails-contract.js'
import { describeAuthUsersContract } from '../contract-suite/auth-users-contract.js'
import { describeBranchesContract } from '../contract-suite/branches-contract.js'
import { describeBackupsContract } from '../contract-suite/backups-contract.js'
import { describeReplicasContract } from '../contract-suite/replicas-contract.js'
import { describeDataApiContract } from '../contract-suite/data-api-contract.js'
import { describeRealtimeContract } from '../contract-suite/realtime-contract.js'
import { describeGitHostsContract } from '../contract-suite/git-hosts-contract.js'
import { describeFunctionsContract } from '../contract-suite/functions-contract.js'
import { describeVaultContract } from '../contract-suite/vault-contract.js'
import { describeSchedulesContract } from '../contract-suite/schedules-contract.js'
import { describeLogAlertsContract } from '../contract-suite/log-alerts-contract.js'
import { describeLogDrainsContract } from '../contract-suite/log-drains-contract.js'
import { describeWebhooksContract } from '../contract-suite/webhooks-contract.js'
import { describeDatabaseContract } from '../contract-suite/database-contract.js'
import { describeHostedContract } from '../contract-suite/hosted-contract.js'
import { describeInstallationContract } from '../contract-suite/installation-contract.js'
import { describeReportsContract } from '../contract-suite/reports-contract.js'
import { describeLogsContract } from '../contract-suite/logs-contract.js'
import { describeNetworkAccessContract } from '../contract-suite/network-access-contract.js'
import { describeServerSettingsContract } from '../contract-suite/server-settings-contract.js'
import { describeMergeContract } from '../contract-suite/merge-contract.js'
import { describeMigrationsContract } from '../contract-suite/migrations-contract.js'
import { describeNotificationsContract } from '../contract-suite/notifications-contract.js'
import { describePlatformContract } from '../contract-suite/platform-contract.js'
import { describeReadingsContract } from '../contract-suite/readings-contract.js'
import { describeRunningContract } from '../contract-suite/running-contract.js'
import { describeStorageContract } from '../contract-suite/storage-contract.js'

const fake = createFakePlatform()
const client = createClient({ baseUrl: 'http://fake', fetch: fake.fetch })

describePlatformContract('the fake platform', () => client)
describeRunningContract('the fake platform', () => client)
describeReadingsContract('the fake platform', () => client)
describeDatabaseContract('the fake platform', () => client)
describeBranchesContract('the fake platform', () => client)
describeBackupsContract('the fake platform', () => client)
describeReplicasContract('the fake platform', () => client)
describeDataApiContract('the fake platform', () => client)
describeRealtimeContract('the fake platform', () => client)
describeMigrationsContract('the fake platform', () => client)
describeNetworkAccessContract('the fake platform', () => client)
describeServerSettingsContract('the fake platform', () => client)
describeMergeContract('the fake platform', () => ({ client, branch: fakeBranch(fake) }))
describeVaultContract('the fake platform', () => client)
describeSchedulesContract('the fake platform', () => client)
describeLogAlertsContract('the fake platform', () => client)
describeLogDrainsContract('the fake platform', () => client)
describeWebhooksContract('the fake platform', () => client)
describeFunctionsContract('the fake platform', () => client)
describeGitHostsContract('the fake platform', () => ({
  client,
  slug: 'default',
  ref: 'default',
  kind: 'github',
  address: 'https://git.example/api/v3',
  token: 'right-token',
}))
describeAuthConfigContract('the fake platform', () => client)
describeAuthMailsContract('the fake platform', () => client)
describeAuthUsersContract('the fake platform', () => client)
describeReportsContract('the fake platform', () => client)
describeLogsContract('the fake platform', () => ({
  client,
  write: (line) => fake.logs.add('default', line),
}))
describeStorageContract('the fake platform', () => ({
  client,
  put: async (bucket, path, content, mimetype = 'application/json') =>
    void fake.storage.put({ bucket, path, content, mimetype }),
}))

const hosted = createFakePlatform()
const owner = createClient({ baseUrl: 'http://fake', fetch: hosted.fetch })

describeNotificationsContract('the fake platform', () => ({
  client,
  tell: async ({ title, priority }) =>
    void fake.notifications.add({ priority, data: { title, project_ref: 'default', org_slug: 'default' } }),
}))
describeHostedContract('the fake platform', () => ({
  client: owner,
  // After a deletion the fake has nothing to settle.
  settle: async (ref) => {
    if (hosted.world.projects.some(({ project }) => project.ref === ref)) hosted.settle(ref)
  },
}))

/** A fake platform with accounts and mail, and a browser without a session. */
function withAccounts() {
  const platform = createFakePlatform()
  platform.accounts.requireAccounts()
  platform.accounts.mail = true
  platform.world.mail = true
  const bench: AccountsBench = {
    client: createClient({ baseUrl: 'http://fake', fetch: platform.fetch }),
    setupCode: platform.accounts.setupCode,
    code: (secret) => platform.accounts.code({ secret }),
    nextCode: platform.accounts.nextCode,
    mailedInvitation: () => platform.world.invitations.at(-1)?.token ?? '',
  }
  return { platform, bench }
}

const { platform: peopled, bench: visitor } = withAccounts()
describeAccountsContract('the fake platform', () => visitor)

const { platform: administered, bench: administrator } = withAccounts()
describeInstallationContract('the fake platform', () => administrator)

describeContentContract('the fake platform', () => ({ client, ref: 'default' }))

const thinking = createFakePlatform()
thinking.runtime.aiEnabled = true
const asker = createClient({ baseUrl: 'http://fake', fetch: thinking.fetch })
describeAiContract('the fake platform', () => asker)

test('a database that was added by its URL has its data API off', async () => {
  const platform = createFakePlatform()
  const { project } = platform.addProject({ name: 'Added', engine: 'postgres' })
  const asking = createClient({ baseUrl: 'http://fake', fetch: platform.fetch })
  expect(await asking.call(getDataApiConfig, { params: { ref: project.ref } })).toMatchObject({
    enabled: false,
  })
})

describe('every call of the contract', () => {
  const fakes = [fake, hosted, peopled, administered, thinking]

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

  test('has a promise in the suite', () => {
    const requests = fakes.flatMap((one) => one.requests)
    const without = CONTRACT_CALLS.filter(([, call]) => !requests.some((request) => isCallOf(call, request)))
    expect(without.map(([name]) => name)).toEqual([])
  })
})

/** A branch that differs as `MERGE_CONTRACT_SQL` says. */
function fakeBranch({ merges, addProject }: FakePlatform): string {
  const [known] = merges.keys()
  if (known !== undefined) return known
  const { ref } = addProject({ name: 'dev' }).project
  const made = (kind: string, name: string, sql: string, needs: string[]): MergeObject => ({
    id: name,
    kind,
    schema: 'public',
    name,
    verb: 'create',
    changes: [
      {
        kind,
        schema: 'public',
        name,
        verb: 'create',
        sql,
        lock: null,
        rewrites: false,
        loses_data: false,
        is_alone: false,
      },
    ],
    theirs: false,
    conflict: false,
    needs,
    definitions: { base: null, parent: null, branch: sql },
  })
  merges.set(ref, {
    comparison: {
      ...emptyComparison(ref),
      objects: [
        made('table', 'made', 'create table public.made (id integer primary key)', []),
        made('view', 'seen', 'create view public.seen as select id from public.made', ['made']),
      ],
    },
    rows: {
      'public.told': {
        schema: 'public',
        table: 'told',
        key: ['id'],
        columns: ['id', 'a'],
        only: { parent: [], branch: [] },
        added: 1,
        removed: 1,
        changed: 1,
        equal: 1,
        rows: [
          { kind: 'changed', parent: ['2', 'two'], branch: ['2', 'zwei'] },
          { kind: 'removed', parent: ['3', ''], branch: null },
          { kind: 'added', parent: null, branch: ['4', null] },
        ],
        truncated: false,
      },
    },
    changedSince: new Set(),
    refusal: undefined,
  })
  return ref
}
