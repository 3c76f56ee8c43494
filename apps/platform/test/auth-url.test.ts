/** The auth service of a database that the program was started with by URL. */
import { AuthClient, type GoTrueClient } from '@supabase/auth-js'
import { createClient, listApiKeys, updateAuthConfig } from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryDirectory, type TemporaryDirectory } from '../src/engines/testing/temporary-directory.js'
import { queryAt, startDatabaseServer, type DatabaseServer } from './database-by-url.js'
import { isRunning, startProgram, type Program } from './program.js'

const PASSWORD = 'correct horse 1'
let directory: TemporaryDirectory
let server: DatabaseServer
beforeAll(async () => {
  directory = await temporaryDirectory()
  server = await startDatabaseServer()
}, 60_000)
afterAll(async () => {
  await server?.stop()
  await directory.remove()
})

async function started(
  name: string,
  url: string,
): Promise<{ program: Program; auth: GoTrueClient; secret: string; address: string }> {
  const options = ['--port', '0', '--api-port', '0', '--data-dir', `${directory.path}/data-${name}`]
  const program = await startProgram([...options, '--database-url', url, '--prepare'])
  if (!isRunning(program)) throw new Error(program.output)
  const client = createClient({ baseUrl: program.url })
  const params = { ref: 'default' }
  const keys = await client.call(listApiKeys, { params, query: { reveal: true } })
  await client.call(updateAuthConfig, {
    params,
    body: { enabled: true, disable_signup: false, mailer_autoconfirm: true },
  })
  const keyOf = (wanted: string) => keys.find(({ name: known }) => known === wanted)?.api_key ?? ''
  const address = `${program.apiUrl}/default/auth/v1`
  const auth = new AuthClient({
    url: address,
    headers: { apikey: keyOf('anon') },
    autoRefreshToken: false,
    persistSession: false,
  })
  return { program, auth, secret: keyOf('service_role'), address }
}

test('a prepared database signs users in, beside the users that were there', async () => {
  const url = await server.create('prepared')
  const { program, auth, secret, address } = await started('prepared', url)
  try {
    const email = 'ada@example.org'
    await expect
      .poll(async () => (await auth.signUp({ email, password: PASSWORD })).error?.code ?? 'in', {
        timeout: 5000,
      })
      .toBe('in')
    const signedIn = await auth.signInWithPassword({ email, password: PASSWORD })
    expect(signedIn.data.user?.email).toBe(email)
    const listed = await fetch(`${address}/admin/users`, { headers: { apikey: secret } })
    expect(await listed.json()).toMatchObject({ users: [{ email }] })
    expect((await queryAt(url, 'select count(*) from auth.identities')).rows).toEqual([{ count: '1' }])
  } finally {
    await program.end('SIGKILL')
  }
}, 90_000)

test('where another service keeps its users, nothing is altered and nobody is signed in, with the reason', async () => {
  const url = await server.create('taken')
  await queryAt(
    url,
    `create schema auth; create table auth.users (id uuid primary key, email text, deleted_at timestamptz, phone text,
      banned_until timestamptz, created_at timestamptz, nickname text);
    create table auth.schema_migrations (version text primary key); insert into auth.users (id, email) values (gen_random_uuid(), 'bob@example.org')`,
  )
  const { program, auth, address, secret } = await started('taken', url)
  try {
    const { error } = await auth.signUp({ email: 'ada@example.org', password: PASSWORD })
    expect(error).toMatchObject({ status: 503 })
    expect(await (await fetch(`${address}/settings`, { headers: { apikey: secret } })).json()).toMatchObject({
      error_code: 'feature_disabled',
      msg: expect.stringContaining('belongs to another service'),
    })
    const { rows } = await queryAt(
      url,
      `select to_regclass('auth.sessions') as sessions, (select count(*) from auth.users) as users`,
    )
    expect(rows).toEqual([{ sessions: null, users: '1' }])
  } finally {
    await program.end('SIGKILL')
  }
}, 90_000)
