/** `basedeck seed demo`, as the operator runs it. */
import { scryptSync } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listProjects, signIn } from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ControlDatabase } from '../src/control/control-database.js'
import { openControlDatabase } from '../src/control/open-control-database.js'
import { profileByEmail } from '../src/control/profiles.js'
import { usableBinariesOrReason } from '../src/engines/cluster/usable-binaries.js'
import { openEngineRegistry } from '../src/engines/engine-registry.js'
import { fileSecrets } from '../src/engines/secrets.js'
import { newRunId } from '../src/engines/testing/subject.js'
import type { Inside } from '../src/services/open-platform.js'
import { seedDemo } from '../src/seed/seed-demo.js'
import { isRunning, startProgram } from './program.js'
import { createBrowser } from './test-api.js'

/** Milliseconds: 200,000 orders take their time on a machine that does something else too. */
const SEED_MS = 180_000

let dataDir: string
let output: string
beforeAll(async () => {
  dataDir = await newDirectory()
  output = await seed(dataDir)
}, SEED_MS)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function newDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'basedeck-seed-'))
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(path, 0o755)
  return path
}

/** Its output. */
async function seed(directory: string): Promise<string> {
  const ended = await startProgram(['seed', 'demo', '--data-dir', directory, '--engine', 'pglite'])
  if (isRunning(ended)) throw new Error('It did not end.')
  expect(ended).toMatchObject({ code: 0 })
  return ended.output
}

async function withControl<T>(work: (control: ControlDatabase) => Promise<T>): Promise<T> {
  const control = openControlDatabase({ dataDir })
  try {
    return await work(control)
  } finally {
    await control.close()
  }
}

test('the printed password signs every person in', async () => {
  const password = /password (\S+)/.exec(output)?.[1] ?? ''
  expect(password.length).toBeGreaterThanOrEqual(16)
  const emails = output.match(/\S+@example\.com/g) ?? []
  expect(emails).toHaveLength(4)
  await withControl(async (control) => {
    const profiles = await Promise.all(emails.map((email) => profileByEmail(control, email)))
    const hashes = new Set(profiles.map((profile) => profile?.password_hash ?? ''))
    for (const hash of hashes) expect(hash).toBe(slowHash(password, hash))
  })
})

/** At the product’s whole cost, with Node’s own scrypt: the program wrote the hash in another process. */
function slowHash(password: string, hash: string): string {
  const salt = hash.split('$')[4] ?? ''
  const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 28 }
  const key = scryptSync(password, Buffer.from(salt, 'base64url'), 32, cost).toString('base64url')
  return `scrypt$65536$8$1$${salt}$${key}`
}

test('there are projects in every state, one over its limits, and organizations of a partner and with a second factor', async () => {
  await withControl(async (control) => {
    const projects = await control.select<{ name: string; status: string; organization: number }>(
      'select name, status, organization_id as organization from control.projects order by id',
    )
    const of = (name: string) => projects.find((project) => project.name === name)
    expect(Object.fromEntries(projects.map(({ name, status }) => [name, status]))).toEqual({
      Shop: 'ACTIVE_HEALTHY',
      Newsletter: 'ACTIVE_HEALTHY',
      Archive: 'INACTIVE',
      Accounting: 'INIT_FAILED',
      Warehouse: 'COMING_UP',
    })
    const [failed] = await control.select<{ status_reason: string }>(
      `select status_reason from control.projects where name = 'Accounting'`,
    )
    expect(failed?.status_reason).toMatch(/127\.0\.0\.1/)
    expect(await control.select('select name from control.organizations where requires_mfa')).toEqual([
      { name: 'Safe Keeping' },
    ])
    expect(await control.select('select count(*)::int as count from control.snippets')).toEqual([
      { count: 4 },
    ])
    const shop = of('Shop')?.organization
    expect(
      await control.select(
        `select distinct series as metric, max > 1000000 as large from control.series where resolution = 'day' and series <> 'CONNECTIONS' order by 1`,
      ),
    ).toEqual([
      { metric: 'API_REQUESTS', large: false },
      { metric: 'DATABASE_SIZE', large: true },
      { metric: 'EGRESS', large: true },
      { metric: 'QUERIES', large: false },
      { metric: 'STORAGE_SIZE', large: false },
    ])
    expect(
      await control.select(
        `select count(distinct u.at)::int as days, count(distinct p.name)::int as projects from control.series u
         join control.projects p on p.id = u.project_id where u.resolution = 'day' and u.series <> 'CONNECTIONS'`,
      ),
    ).toEqual([{ days: 14, projects: 2 }])
    const [partner] = await control.select<{ managed_by: string; partner_url: string }>(
      'select managed_by, partner_url from control.organizations where managed_by is not null',
    )
    expect(partner).toMatchObject({ managed_by: 'vercel-marketplace', partner_url: expect.any(String) })
    expect(
      await control.select(
        `select m.role, p.first_name from control.members m join control.profiles p on p.id = m.profile_id
         where m.organization_id = $1 order by p.email`,
        [shop],
      ),
    ).toEqual([
      { role: 'owner', first_name: 'Ada Admin' },
      { role: 'administrator', first_name: 'Bo Builder' },
      { role: 'developer', first_name: 'Dee Developer' },
      { role: 'read_only', first_name: 'Ray Reader' },
    ])
    const log = await control.select<{ occurred_at: string }>(
      'select occurred_at from control.audit_log where organization_id = $1 order by id',
      [shop],
    )
    expect(log.length).toBeGreaterThan(5)
    expect(log.map(({ occurred_at }) => occurred_at)).toEqual(
      log.map(({ occurred_at }) => occurred_at).sort(),
    )
    const invitations = await control.select('select expires_at > now() as open from control.invitations')
    expect(invitations).toHaveLength(2)
  })
})

test('its people have been told what happened, each as far as they may see it', async () => {
  const told = await withControl((control) =>
    control.select<{ first_name: string; status: string; titles: string[] }>(
      `select p.first_name, n.status, array_agg(distinct n.data ->> 'title' order by n.data ->> 'title') as titles
       from control.notifications n join control.profiles p on p.id = n.profile_id group by 1, 2`,
    ),
  )
  const of = (name: string, status: string) =>
    told.find((one) => one.first_name === name && one.status === status)?.titles ?? []
  expect(of('Ada Admin', 'new')).toEqual([
    'Accounting could not be created',
    'Shop is ready',
    expect.stringContaining('The advisors found'),
    expect.stringContaining('The advisors found'),
  ])
  // What she did herself she has seen.
  expect(of('Ada Admin', 'seen')).toEqual(expect.arrayContaining(['Archive is ready', 'Archive was paused']))
  expect(of('Ada Admin', 'archived')).toContain('Bo Builder joined Harbour Supplies')
  expect(of('Dee Developer', 'seen')).toContain('Your role in Harbour Supplies changed')
})

test('the shop has hundreds of thousands of rows, and its people see their own only', async () => {
  const [row] = await withControl((control) =>
    control.select<{ ref: string }>(`select ref from control.projects where name = 'Shop'`),
  )
  const ref = row?.ref ?? ''
  const secrets = fileSecrets(join(dataDir, 'secrets'))
  const registry = openEngineRegistry({
    dataDir,
    binaries: await usableBinariesOrReason(dataDir),
    secrets,
    wanted: 'pglite',
  })
  try {
    const database = await registry.open({ id: ref, engine: 'pglite' })
    const first = async (query: string) => {
      const { results } = await database.run({ runId: newRunId(), query })
      return results.at(-1)?.rows[0]
    }
    const counts = `select (select count(*) from customers), (select count(*) from orders),
      (select count(*) from order_items), (select count(*) from reviews)`
    expect(await first(counts)).toEqual(['1200', '200000', '266666', '1500'])
    const asBuyer = `begin; select set_config('request.jwt.claims',
        json_build_object('sub', (select user_id from customers where user_id is not null limit 1))::text, true);
      set local role authenticated;
      select count(*), (select count(*) from reviews) from customers`
    expect(await first(asBuyer)).toEqual(['1', '1500'])
    expect(await first('select count(*), count(distinct bucket_id) from storage.objects')).toEqual([
      '32',
      '2',
    ])
    expect(await first('select count(*) from order_totals where total > 0')).toEqual(['200000'])
  } finally {
    await registry.close()
  }
})

test.each([
  ['the demo is there', 'select 1', 'The demo already exists; nothing was changed.'],
  ['a run broke off', `update control.settings set value = 'begun' where name = 'demo'`, 'did not finish'],
  ['it is in use', `delete from control.settings where name = 'demo'`, 'This installation is in use'],
])('when %s, it says so and changes nothing', async (_name, sql, sentence) => {
  await withControl(async (control) => {
    await control.write([{ sql }])
    const count = () => control.select('select count(*) as n, max(id) as last from control.audit_log')
    const before = await count()
    const said: string[] = []
    // It looks at the control plane before it takes anything else.
    await seedDemo({ control } as Inside, (line) => void said.push(line))
    expect(said).toEqual([expect.stringContaining(sentence)])
    expect(await count()).toEqual(before)
  })
})

test('the project that comes up is there soon after the program has started', async () => {
  const args = ['--platform', '--port', '0', '--api-port', '0', '--data-dir', dataDir, '--engine', 'pglite']
  const program = await startProgram(args, /projects +ready/)
  if (!isRunning(program)) throw new Error(`It did not start: ${program.output}`)
  try {
    const browser = createBrowser((path, init) => fetch(new URL(new URL(path).pathname, program.url), init))
    const body = { email: 'ada@example.com', password: /password (\S+)/.exec(output)?.[1] ?? '' }
    await browser.client.call(signIn, { body })
    await vi.waitFor(
      async () => {
        const projects = await browser.client.call(listProjects, {})
        expect(projects.find(({ name }) => name === 'Warehouse')?.status).toBe('ACTIVE_HEALTHY')
      },
      { timeout: 60_000, interval: 200 },
    )
  } finally {
    await program.end('SIGTERM')
  }
})
