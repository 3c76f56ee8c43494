/** Each role tries to write by each call that runs SQL, on each engine. Only roles that may write succeed. */
import {
  beginExport,
  createAccessToken,
  createMigration,
  newId,
  queryBatch,
  queryPlain,
  queryTyped,
  setUp,
  signIn,
  type Client,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWNER_ROLE, READER_ROLE } from '../src/engines/roles.js'
import { runApp, type RunningApp } from './running-app.js'
import { createBrowser, PASSWORD, SETUP_CODE, type Browser } from './test-api.js'

const params = { ref: 'default' }
const INSERT = 'insert into kept values (1)'

/** The calls that run SQL; `true`: members who may write succeed. */
const ways: Record<string, { writes: boolean; run: (client: Client) => Promise<unknown> }> = {
  'the plain form': {
    writes: true,
    run: (client) => client.call(queryPlain, { params, body: { query: INSERT } }),
  },
  'the typed form': { writes: true, run: (client) => typed(client, { query: INSERT, readOnly: false }) },
  'the typed form, which says nothing of READ ONLY': {
    writes: true,
    run: (client) => typed(client, { query: INSERT }),
  },
  'the typed form, READ ONLY': {
    writes: false,
    run: (client) => typed(client, { query: INSERT, readOnly: true }),
  },
  'the typed form as the owner’s role': {
    writes: true,
    run: (client) => typed(client, { query: INSERT, role: { type: 'database', name: 'postgres' } }),
  },
  'a batch': {
    writes: true,
    run: (client) =>
      client.call(queryBatch, {
        params,
        body: { runId: newId(), statements: [{ query: INSERT, expectRows: 1 }] },
      }),
  },
  'a migration': {
    writes: true,
    run: (client) =>
      client.call(createMigration, {
        params,
        body: { name: 'kept', sql: INSERT, mode: 'run', runId: newId() },
      }),
  },
  'the plan of a statement': {
    writes: true,
    run: (client) => typed(client, { query: `explain (analyze) ${INSERT}`, readOnly: false }),
  },
  'an export': {
    writes: false,
    run: (client) =>
      client.call(beginExport, {
        params,
        body: { query: `with w as (${INSERT} returning *) select * from w`, format: 'csv', name: 'kept' },
      }),
  },
}

function typed(client: Client, body: object): Promise<unknown> {
  return client.call(queryTyped, { params, body: { runId: newId(), query: '', ...body } })
}

describe.each(['cluster', 'pglite'] as const)('%s', (engine) => {
  let running: RunningApp
  const browsers: Record<string, Browser> = {}

  beforeAll(async () => {
    running = await runApp(engine, { accountsOn: true })
    const browser = () => createBrowser((url, init) => running.app.request(url, init))
    const browserOfOwner = browser()
    const owner = browserOfOwner.client
    await owner.call(setUp, {
      body: {
        setup_code: SETUP_CODE,
        email: 'owner@example.com',
        password: PASSWORD,
        first_name: 'Olga',
        organization_name: 'Acme',
      },
    })
    browsers['owner'] = browserOfOwner
    for (const role of ['administrator', 'developer', 'read_only']) {
      const email = `${role}@example.com`
      await running.control.write([
        {
          sql: `insert into control.profiles (email, first_name, password_hash, email_proved_at)
            select $1, 'Member', password_hash, now() from control.profiles where email = 'owner@example.com'`,
          parameters: [email],
        },
        {
          sql: `insert into control.members (organization_id, profile_id, role)
            select $1, id, $2 from control.profiles where email = $3`,
          parameters: [running.organizationId, role, email],
        },
      ])
      const member = browser()
      await member.client.call(signIn, { body: { email, password: PASSWORD } })
      browsers[role] = member
    }
    for (const access of ['read', 'write'] as const) {
      const { token } = await owner.call(createAccessToken, { body: { name: access, access } })
      const send = (url: string, init: RequestInit) => {
        const headers = new Headers(init.headers)
        headers.set('authorization', `Bearer ${token}`)
        return running.app.request(url, { ...init, headers })
      }
      browsers[`a token to ${access}`] = createBrowser(send)
    }
    await owner.call(queryPlain, { params, body: { query: 'create table kept (id int)' } })
  })
  afterAll(() => running.stop())

  const clientOf = (who: string) => browserOf(who).client
  const browserOf = (who: string) => {
    const browser = browsers[who]
    if (!browser) throw new Error(`${who} has no browser`)
    return browser
  }
  const rows = async () => {
    const [row] = await clientOf('owner').call(queryPlain, {
      params,
      body: { query: 'select count(*)::int as n from kept' },
    })
    return Number(row?.['n'])
  }

  describe.each([
    ['owner', true],
    ['administrator', true],
    ['developer', true],
    ['read_only', false],
    ['a token to write', true],
    ['a token to read', false],
  ] as const)('%s', (who, mayWrite) => {
    test.each(Object.entries(ways))('by %s', async (_, { writes, run }) => {
      const before = await rows()
      const outcome = await run(clientOf(who)).then(
        () => 'done',
        () => 'refused',
      )
      const isWritten = mayWrite && writes
      expect([outcome, (await rows()) - before]).toEqual(isWritten ? ['done', 1] : ['refused', 0])
    })

    test('an export runs with the rights of that role', async () => {
      const { path } = await clientOf(who).call(beginExport, {
        params,
        body: { query: 'select current_user', format: 'value', name: 'who' },
      })
      const file = await browserOf(who).fetch(path)
      expect(await file.text()).toBe(mayWrite ? OWNER_ROLE : READER_ROLE)
    })
  })
})
