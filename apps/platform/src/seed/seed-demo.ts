/**
 * `basedeck seed demo`: fills a new hosted installation with demo data. A shop with data and files, a newsletter over the
 * limits of its plan, two weeks of usage, projects that are paused, failed and coming up, an organization that a partner manages and one
 * that requires a second factor, people with roles.
 */
import { randomBytes } from 'node:crypto'
import type { ControlDatabase, ControlStatement } from '../control/control-database.js'
import { randomWord } from '../control/organizations.js'
import { findOrganization } from '../control/resources.js'
import { projectByRef, type NewProject, type ProjectRow } from '../control/projects.js'
import { readSetting, writeSetting } from '../control/settings.js'
import { createStorage } from '../objects/storage.js'
import { platformStorageHost } from '../objects/platform-storage-host.js'
import type { Inside } from '../services/open-platform.js'
import { newProjectStatements } from '../project-life/new-project.js'
import type { NewProjectRequest } from '../project-life/project-life.js'
import { lintOnce } from '../services/daily-lints.js'
import { databaseFacts } from '../services/database-facts.js'
import {
  DEMO_ORGANIZATIONS,
  invitationStatements,
  LETTER_SLUG,
  organizationStatements,
  pastStatements,
  SHOP_SLUG,
} from './demo-organizations.js'
import { ARCHIVE_SQL } from './archive-sql.js'
import { uploadDemoFiles } from './demo-files.js'
import { usageStatements } from './demo-usage.js'
import { queryStatements, sampleStatements } from './demo-queries.js'
import { notificationStatements } from './demo-notifications.js'
import { demoPeople, insertPeople, type DemoPerson } from './demo-people.js'
import { NEWSLETTER_SQL } from './newsletter-sql.js'
import { SHOP_SQL } from './shop-sql.js'
import { seedText } from '../text/seed.js'

/** The setting that records the progress of a run. */
const MARK = 'demo'
/** The port `discard` of this machine: refused at once, and no call leaves it. */
const UNREACHABLE = 'postgresql://accounting@127.0.0.1:9/accounting'
const PASSWORD_BYTES = 12
const EMAIL_WIDTH = 22

/** @param say prints a line @throws EngineError with a sentence when a database can't be made */
export async function seedDemo(inside: Inside, say: (line: string) => void): Promise<void> {
  const { control, life } = inside
  const refusal = await whyNot(control)
  if (refusal !== undefined) return say(refusal)

  const people = demoPeople()
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  await write(control, [
    writeSetting(MARK, 'begun'),
    ...(await insertPeople(people, password)),
    ...DEMO_ORGANIZATIONS.flatMap((one) => organizationStatements(one, people)),
    ...pastStatements(people),
  ])
  for (const one of DEMO_ORGANIZATIONS)
    await write(control, invitationStatements(one, await idOf(control, one.organization.slug), people.ada))

  await write(
    control,
    notificationStatements(people, {
      shop: await organizationOf(control, SHOP_SLUG),
      letter: await organizationOf(control, LETTER_SLUG),
    }),
  )

  say(seedText.begun)
  const [shop, letter] = await Promise.all([
    makeProject(inside, { name: 'Shop', slug: SHOP_SLUG, sql: SHOP_SQL, by: people.bo }),
    makeProject(inside, { name: 'Newsletter', slug: LETTER_SLUG, sql: NEWSLETTER_SQL, by: people.ada }),
    makeProject(inside, { name: 'Archive', slug: SHOP_SLUG, sql: ARCHIVE_SQL, by: people.ada }).then((ref) =>
      life.pause(ref, { actor: people.ada, origin: null }),
    ),
    // No server listens there, so the project fails with a reason.
    life.create(
      {
        ...(await requestFor(control, 'Accounting', SHOP_SLUG)),
        existing: { url: UNREACHABLE, tls: undefined },
      },
      { actor: people.bo, origin: null },
    ),
  ])
  await life.settled()
  const storage = await withFiles(inside, shop)
  const project = await projectByRef(control, shop)
  if (!project) throw new Error(seedText.shopGone)
  await write(control, [
    ...(await comingUp(inside, 'Warehouse', project)),
    ...usageStatements(shop, { database: await sizeOf(inside, shop), storage }, 1, new Date()),
    ...usageStatements(letter, { database: await sizeOf(inside, letter), storage: 0 }, 0.3, new Date()),
    ...queryStatements(project.id, people),
    ...sampleStatements(shop, await sizeOf(inside, shop), new Date()),
    addon(shop, 'compute_instance', 'ci_small'),
    addon(shop, 'ipv4', 'ipv4_default'),
    writeSetting(MARK, 'done'),
  ])
  await life.settled()
  for (const ref of [shop, letter]) await lintOnce(inside, ref)

  say(seedText.done(password))
  for (const { name, email } of Object.values(people)) say(`  ${email.padEnd(EMAIL_WIDTH)}${name}`)
}

/** A sentence, when there is a reason not to. */
async function whyNot(control: ControlDatabase): Promise<string | undefined> {
  const marked = await readSetting(control, MARK)
  if (marked === 'done') return seedText.already
  if (marked !== undefined) return seedText.brokenOff
  const [used] = await control.select<{ count: number }>(
    'select (select count(*) from control.profiles) + (select count(*) from control.projects) as count',
  )
  if (used?.count === 0) return undefined
  return seedText.inUse
}

async function makeProject(
  { life, control }: Inside,
  { name, slug, sql, by }: { name: string; slug: string; sql: string; by: DemoPerson },
): Promise<string> {
  const request = await requestFor(control, name, slug)
  const { ref } = await life.create(request, { actor: by, origin: null })
  const database = await life.database(ref)
  await database.run({ runId: `seed-${ref}`, query: sql, timeoutMs: 0 })
  return ref
}

/** @returns the bytes of its files */
async function withFiles({ control, box, life, bytes }: Inside, ref: string): Promise<number> {
  const deps = { control, box, life, isPlatform: true, accountsOn: true, isSplit: false }
  const storage = createStorage({ host: platformStorageHost(deps), bytes })
  const project = await storage.host.project(ref)
  if (!project) throw new Error(seedText.shopGone)
  return uploadDemoFiles(storage, project)
}

async function requestFor(control: ControlDatabase, name: string, slug: string): Promise<NewProjectRequest> {
  return {
    name,
    organizationId: await idOf(control, slug),
    region: undefined,
    engine: undefined,
    ownerPassword: undefined,
    existing: undefined,
  }
}

/** The next start of the program makes it: one sees a project come up. */
async function comingUp({ box }: Inside, name: string, beside: ProjectRow) {
  const project: NewProject = {
    ref: randomWord(),
    name,
    organizationId: beside.organization_id,
    region: 'local',
    engine: beside.engine,
    installationId: beside.installation_id,
    database: { host: beside.db_host, port: beside.db_port, name: beside.db_name, user: beside.db_user },
  }
  return newProjectStatements(project, {}, { box, now: new Date() })
}

async function sizeOf({ life }: Inside, ref: string): Promise<number> {
  return (await databaseFacts(life, ref))?.size_bytes ?? 0
}

function addon(ref: string, type: string, variant: string): ControlStatement {
  return {
    sql: `insert into control.addons (project_id, type, variant)
      select id, $2, $3 from control.projects where ref = $1`,
    parameters: [ref, type, variant],
    expect: 1,
  }
}

async function idOf(control: ControlDatabase, slug: string): Promise<number> {
  return (await organizationOf(control, slug)).id
}

async function organizationOf(control: ControlDatabase, slug: string) {
  const organization = await findOrganization(control, slug)
  if (!organization) throw new Error(seedText.noOrganization(slug))
  return organization
}

async function write(control: ControlDatabase, statements: ControlStatement[]): Promise<void> {
  const written = await control.write(statements)
  if (!written.ok) throw new Error(seedText.notWritten(JSON.stringify(written)))
}
