/** The control plane: long lists, new projects, signing in, what the gate costs, and what fifty idle projects hold. */
import {
  getHealth,
  getProject,
  listOrganizationProjects,
  setUp,
  signIn,
  type Client,
} from '@basedeck/platform-client'
import { randomBytes, randomUUID } from 'node:crypto'
import { hashPassword } from '../../apps/platform/src/accounts/password-hash.js'
import { insertProfile } from '../../apps/platform/src/control/profiles.js'
import { insertProject } from '../../apps/platform/src/control/projects.js'
import { runApp, type RunningApp } from '../../apps/platform/test/running-app.js'
import { PASSWORD, SETUP_CODE, testApi, type TestApi } from '../../apps/platform/test/test-api.js'
import { timed, type BenchResult } from '../bench-result.js'

const PROJECTS = 10_000
const IDLE_PROJECTS = 50
const EMAIL = 'ada@example.com'

export async function run(): Promise<BenchResult[]> {
  return [
    ...(await lists()),
    ...(await creation('cluster')),
    ...(await creation('pglite')),
    ...(await idleProjects()),
  ]
}

/** An organization with ten thousand projects; the floor is a call that asks nothing. */
async function lists(): Promise<BenchResult[]> {
  const api = await testApi()
  const { client } = api.browser()
  try {
    await client.call(setUp, {
      body: {
        setup_code: SETUP_CODE,
        email: EMAIL,
        password: PASSWORD,
        first_name: 'Ada',
        organization_name: 'Large',
      },
    })
    await fill(api)
    const floor = await timed(50, () => client.call(getHealth, {}))
    const figure = (name: string, value: number): BenchResult => ({
      name,
      value,
      unit: 'ms',
      floor,
      floorName: 'a call that asks nothing',
    })
    const list = (query: object) =>
      client.call(listOrganizationProjects, { params: { slug: 'large' }, query })
    // A reading of the list is never remembered; a project's is, until something is written.
    return [
      figure('10,000 projects: first page', await timed(20, () => list({}))),
      figure('10,000 projects: page 100', await timed(20, () => list({ offset: 9500 }))),
      figure('10,000 projects: search', await timed(20, () => list({ search: 'project 77' }))),
      figure(
        'a call with session and permission',
        await timed(50, () => client.call(getProject, { params: { ref: 'project5000' } })),
      ),
      ...(await signIns(api)),
    ]
  } finally {
    await api.remove()
  }
}

async function fill(api: TestApi): Promise<void> {
  const [organization] = await api.control.select<{ id: number }>('select id from control.organizations')
  const database = { host: 'x', port: 1, name: 'x', user: 'x' }
  const one = (index: number) =>
    insertProject({
      ref: `project${index}`,
      name: `Project ${index}`,
      organizationId: organization?.id ?? 0,
      region: 'local',
      engine: 'pglite',
      installationId: null,
      database,
    })
  for (let from = 0; from < PROJECTS; from += 500) {
    await api.control.write(Array.from({ length: 500 }, (_, index) => one(from + index)))
  }
}

/** Eight people at a time; the floor is the hash alone. */
async function signIns(api: TestApi): Promise<BenchResult[]> {
  const passwordHash = await hashPassword(PASSWORD)
  const emails = Array.from({ length: 8 }, (_, index) => `person${index}@example.com`)
  await api.control.write(
    emails.map((email) =>
      insertProfile({ id: randomUUID(), email, firstName: 'Person', passwordHash, isEmailProved: true }),
    ),
  )
  const eight = (run: (email: string) => Promise<unknown>) => Promise.all(emails.map(run))
  const value = await timed(5, () =>
    eight((email) => api.browser().client.call(signIn, { body: { email, password: PASSWORD } })),
  )
  const floor = await timed(5, () => eight(() => hashPassword(randomBytes(12).toString('hex'))))
  return [
    {
      name: 'signing in, 8 at a time, each',
      value: value / 8,
      unit: 'ms',
      floor: floor / 8,
      floorName: 'the password hash alone',
    },
  ]
}

/** From the call to a healthy project; the floor opens a database of the same engine without a control plane. */
async function creation(engine: 'cluster' | 'pglite'): Promise<BenchResult[]> {
  const running = await runApp(engine, { isPlatform: true })
  try {
    let number = 0
    const value = await timed(3, () => create(running, `New ${number++}`))
    const floor = await timed(3, async () => {
      await running.registry.open({ id: `bare${number++}`, engine })
    })
    return [{ name: `a new project, ${engine}`, value, unit: 'ms', floor, floorName: 'its database alone' }]
  } finally {
    await running.stop()
  }
}

async function create(running: RunningApp, name: string): Promise<void> {
  await running.life.create(
    {
      name,
      organizationId: running.organizationId,
      region: undefined,
      engine: undefined,
      ownerPassword: undefined,
      existing: undefined,
    },
    null,
  )
  await running.life.settled()
}

/** Resident memory of the server's process once the engines of all projects have closed. */
async function idleProjects(): Promise<BenchResult[]> {
  const running = await runApp('cluster', { isPlatform: true, idleMs: 500 })
  try {
    await ask(running.client)
    const floor = residentMegabytes()
    for (let number = 0; number < IDLE_PROJECTS; number++) await create(running, `Idle ${number}`)
    await new Promise((resolve) => setTimeout(resolve, 3000))
    await ask(running.client)
    return [
      {
        name: `memory with ${IDLE_PROJECTS} idle projects`,
        value: residentMegabytes(),
        unit: 'MB',
        floor,
        floorName: 'the same with one project',
      },
    ]
  } finally {
    await running.stop()
  }
}

const ask = (client: Client) => client.call(getHealth, {})

function residentMegabytes(): number {
  globalThis.gc?.()
  return process.memoryUsage().rss / 1024 / 1024
}
