/** The secrets of a project: what is stored of them, who gets a value, and the extension that keeps them instead. */
import {
  createAccessToken,
  createClient,
  createSecrets,
  deleteSecret,
  listSecrets,
  revealSecret,
  updateSecret,
  type Client,
  type TokenAccess,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { secretOf } from '../src/vault/vault.js'
import { createFakeEngine } from './fake-engine.js'
import { runApp, type RunningApp } from './running-app.js'
import { addProject, testApi, type TestApi } from './test-api.js'

const params = { ref: OWN_REF }
const VALUE = 'hush, a value of the vault'

/** What the extension gives, with its names and columns; the real one encrypts with a key of the server. */
const EXTENSION = `
create schema vault;
create table vault.secrets (id uuid primary key default gen_random_uuid(), name text, description text not null default '',
  secret text not null, created_at timestamptz not null default now(), updated_at timestamptz not null default now());
create unique index on vault.secrets (name) where name is not null;
create view vault.decrypted_secrets as
  select id, name, description, secret, reverse(secret) as decrypted_secret, created_at, updated_at from vault.secrets;
create function vault.create_secret(new_secret text, new_name text default null, new_description text default '')
  returns uuid language sql as $$
  insert into vault.secrets (secret, name, description) values (reverse(new_secret), new_name, new_description) returning id $$;
create function vault.update_secret(secret_id uuid, new_secret text default null, new_name text default null,
  new_description text default null) returns void language sql as $$
  update vault.secrets s set secret = coalesce(reverse(new_secret), s.secret), name = coalesce(new_name, s.name),
    description = coalesce(new_description, s.description), updated_at = now() where s.id = secret_id $$;
grant usage on schema vault to postgres;
grant all on vault.secrets, vault.decrypted_secrets to postgres;
`
/** A tenant can't do this: only a superuser writes the catalogue. */
const IS_INSTALLED = `insert into pg_catalog.pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
  select 99999, 'supabase_vault', 10, oid, false, '0.3.1' from pg_catalog.pg_namespace where nspname = 'vault'`

describe.each(['cluster', 'pglite'] as const)('on %s', (engine) => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp(engine)
  })
  afterAll(() => running.stop())
  const make = async (name: string, value = VALUE) =>
    (await running.client.call(createSecrets, { params, body: { secrets: [{ name, value }] } })).secrets[0]
      ?.id ?? ''
  const byName = (name: string) => secretOf(running, OWN_REF, name)

  test('nothing that is stored has the value, and the audit log tells who saw it', async () => {
    const id = await make('STORED')
    await running.client.call(updateSecret, { params: { ...params, id }, body: { value: VALUE } })
    await running.client.call(revealSecret, { params: { ...params, id } })
    const stored = await running.control.select(
      `select (select json_agg(s) from control.vault_secrets s)::text as secrets,
        (select json_agg(a) from control.audit_log a)::text as audit`,
    )
    expect(JSON.stringify(stored)).not.toContain('hush')
    const lines = await running.control.select<{ action: string; target: string }>(
      `select action, target from control.audit_log where action like 'secret.%' order by id`,
    )
    expect(lines.map(({ action, target }) => `${action} ${target}`)).toEqual([
      'secret.create STORED',
      'secret.update STORED',
      'secret.reveal STORED',
    ])
    expect(await byName('STORED')).toBe(VALUE)
    expect(await byName('NEVER')).toBeUndefined()
    await running.client.call(deleteSecret, { params: { ...params, id } })
    expect(await byName('STORED')).toBeUndefined()
  })

  test('a stored value that is copied into another secret can’t be opened', async () => {
    const [first, second] = [await make('FIRST'), await make('SECOND', 'other')]
    await running.control.write([
      {
        sql: `update control.vault_secrets set value = (select value from control.vault_secrets where id = $1) where id = $2`,
        parameters: [first, second],
      },
    ])
    await expect(byName('SECOND')).rejects.toThrow('can’t be decrypted')
    for (const id of [first, second]) await running.client.call(deleteSecret, { params: { ...params, id } })
  })

  test('a schema that looks like the extension is not taken for it', async () => {
    const database = await running.life.database(OWN_REF)
    const script = (query: string) => database.run({ runId: crypto.randomUUID(), as: 'admin', query })
    await script(EXTENSION)
    await make('MINE')
    expect(await running.client.call(listSecrets, { params })).toMatchObject({ kept_in: 'platform' })
    const rows = await database.run({ runId: crypto.randomUUID(), query: 'select * from vault.secrets' })
    expect(rows.results[0]?.rows).toEqual([])
  })

  test('where the extension is installed, it keeps the secrets', async () => {
    const database = await running.life.database(OWN_REF)
    await database.run({ runId: crypto.randomUUID(), as: 'admin', query: IS_INSTALLED })
    expect(await running.client.call(listSecrets, { params })).toEqual({ kept_in: 'extension', secrets: [] })
    const id = await make('THEIRS')
    await expect(make('THEIRS')).rejects.toMatchObject({ code: 'secret_taken' })
    const at = { params: { ...params, id } }
    expect(await running.client.call(revealSecret, at)).toEqual({ value: VALUE })
    const changed = await running.client.call(updateSecret, { ...at, body: { description: 'of theirs' } })
    expect(changed).toMatchObject({ name: 'THEIRS', description: 'of theirs', made_by: null })
    expect(await byName('THEIRS')).toBe(VALUE)
    await running.client.call(updateSecret, { ...at, body: { name: 'RENAMED', value: 'new' } })
    expect(await byName('RENAMED')).toBe('new')
    const other = await make('OTHER')
    const rename = running.client.call(updateSecret, {
      params: { ...params, id: other },
      body: { name: 'RENAMED' },
    })
    await expect(rename).rejects.toMatchObject({ code: 'secret_taken' })
    await running.client.call(deleteSecret, at)
    await expect(running.client.call(revealSecret, at)).rejects.toMatchObject({ status: 404 })
    expect((await running.client.call(listSecrets, { params })).secrets).toMatchObject([{ name: 'OTHER' }])
  })
})

const never = () => Promise.reject(new Error('nothing is run'))
const NO_EXTENSION = { type: 'committed' as const, results: [], durationMs: 0 }

describe('tokens with fewer rights', () => {
  let api: TestApi
  let owner: Client
  let id: string
  beforeAll(async () => {
    api = await testApi({ engine: createFakeEngine(never, { batch: async () => NO_EXTENSION }) })
    owner = await api.owner()
    await addProject(api.control, 'shop', { slug: 'acme' })
    await addProject(api.control, 'blog', { slug: 'acme' })
    const made = await owner.call(createSecrets, {
      params: { ref: 'shop' },
      body: { secrets: [{ name: 'KEY', value: VALUE }] },
    })
    id = made.secrets[0]?.id ?? ''
  })
  afterAll(() => api.remove())

  async function revealWith(scope: { access: TokenAccess; project_ref?: string }) {
    const { token } = await owner.call(createAccessToken, { body: { name: 'script', ...scope } })
    const { fetch } = api.browser()
    const client = createClient({
      baseUrl: 'http://127.0.0.1:8787',
      accessToken: token,
      fetch: (url, init) => fetch(new URL(String(url)).pathname, init),
    })
    const at = { params: { ref: 'shop', id } }
    const told = (call: Promise<unknown>) =>
      call.then(
        (answer) => (JSON.stringify(answer).includes('hush') ? 'the value' : 'no value'),
        ({ code }: { code: string }) => code,
      )
    return [
      await told(client.call(listSecrets, { params: { ref: 'shop' } })),
      await told(client.call(revealSecret, at)),
    ]
  }

  test.each([
    [{ access: 'read' as const }, ['no value', 'token_scope']],
    [{ access: 'read' as const, project_ref: 'shop' }, ['no value', 'token_scope']],
    [{ access: 'write' as const, project_ref: 'blog' }, ['project_not_found', 'project_not_found']],
    [{ access: 'write' as const, project_ref: 'shop' }, ['no value', 'the value']],
  ])('%j', async (scope, told) => {
    expect(await revealWith(scope)).toEqual(told)
  })

  test('a secret is found in its own project only', async () => {
    const elsewhere = owner.call(revealSecret, { params: { ref: 'blog', id } })
    await expect(elsewhere).rejects.toMatchObject({ status: 404 })
  })
})
