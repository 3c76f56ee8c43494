/** The platform's calls over a real control plane, without a port; people sign in and call as in a browser. */
import { createClient, setUp, type Client } from '@basedeck/platform-client'
import { createSecretKey, randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { createApi, type ApiDeps } from '../src/app/api.js'
import { createApp } from '../src/app/app.js'
import { createSessionCookie } from '../src/access/session-cookie.js'
import type { ControlDatabase } from '../src/control/control-database.js'
import { ensureOwnOrganization, OWN_REF } from '../src/control/own-installation.js'
import { insertProject } from '../src/control/projects.js'
import type { Engine, RunOutcome } from '../src/engines/engine.js'
import type { WriteLine } from '../src/log-lines/log-line.js'
import type { Proofs } from '../src/processes/proof.js'
import { fileByteStore } from '../src/objects/file-byte-store.js'
import { platformStorageHost } from '../src/objects/platform-storage-host.js'
import { createStorage, type Storage } from '../src/objects/storage.js'
import type { AllowedOrigins } from '../src/http/same-site.js'
import { DEFAULT_PLANS } from '../src/control/plans.js'
import { createSecretBox } from '../src/secrets/secret-box.js'
import type { Mail } from '../src/mail/mailer.js'
import { auditedControl, type AuditedControl } from './audited-control.js'
import { createFakeEngine } from './fake-engine.js'
import { createFakeLife } from './fake-life.js'
import { testControl, type TestControl } from './test-control.js'

export const ORIGIN = 'http://127.0.0.1:8787'
export const SETUP_CODE = 'the-set-up-code'
export const PASSWORD = 'correct horse battery'

export interface TestApi {
  app: ReturnType<typeof createApp>
  control: TestControl
  storage: Storage
  /** What the platform changed without writing it into the audit log. */
  unaudited: string[]
  whileCalling: AuditedControl['whileCalling']
  /** Mails that were sent. */
  mails: Mail[]
  /** Makes the first account with the organization `acme`, and gives the client of its browser. */
  owner(browser?: Browser): Promise<Client>
  /** The token of the link in the mail that was sent last. */
  mailedToken(): string
  /** Lines of the log, as they would be written. */
  logged: string[]
  /** Moves the clock that the platform reads. */
  advance(ms: number): void
  now(): Date
  /** A separate browser that keeps its cookies. */
  browser(): Browser
  remove(): Promise<void>
}

export interface Browser {
  client: Client
  /** Everything the browser holds. */
  cookies: Map<string, string>
  fetch(path: string, init?: RequestInit): Promise<Response>
}

export interface TestApiOptions extends Partial<Omit<ApiDeps, 'control'>> {
  /** A shared one; default: a new one. */
  control?: TestControl
  /** What runs the SQL of every project. */
  engine?: Engine
  allowedOrigins?: AllowedOrigins
  /** Keeps the lines of calls. Default: none is kept. */
  writeLine?: WriteLine
  /** Verifies forwarded calls. Default: none are accepted. */
  proofs?: Proofs
}

/** Self-hosted, it has the project `default`. */
export async function testApi({
  engine = createFakeEngine(nothing),
  ...options
}: TestApiOptions = {}): Promise<TestApi> {
  const control = options.control ?? (await testControl())
  const audited = auditedControl(control)
  const mails: Mail[] = []
  const logged: string[] = []
  let offsetMs = 0
  const now = () => new Date(Date.now() + offsetMs)
  if (options.isPlatform === false && options.life === undefined) await addOwnProject(control)
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const box = options.box ?? createSecretBox(createSecretKey(randomBytes(32)))
  const life = options.life ?? createFakeLife(control, () => engine.open('any'))
  const isPlatform = options.isPlatform ?? true
  const deps: ApiDeps = {
    log,
    box,
    life,
    storage: createStorage({
      host: platformStorageHost({
        control,
        box,
        life,
        isPlatform,
        accountsOn: options.accountsOn ?? true,
        isSplit: false,
      }),
      bytes: fileByteStore(control.dataDir),
    }),
    mailer: {
      isConfigured: true,
      send: async (mail) => {
        mails.push(mail)
        return true
      },
    },
    cookie: createSessionCookie('00000000-0000-4000-8000-000000000000', false),
    isPlatform: true,
    accountsOn: true,
    setupCode: SETUP_CODE,
    trustProxy: false,
    version: '0.0.0',
    commit: { sha: 'unknown', time: 'unknown' },
    engines: [],
    ownEngine: 'pglite',
    flags: {},
    notice: undefined,
    links: {},
    supportEmail: undefined,
    auditRetentionDays: 365,
    runsAMinute: 0,
    plans: DEFAULT_PLANS,
    now,
    publicUrl: () => ORIGIN,
    apiUrl: () => 'http://127.0.0.1:8788',
    ...options,
    control: audited,
  }
  const app = createApp({
    log,
    allowedOrigins: options.allowedOrigins ?? (() => [ORIGIN]),
    dashboardDir: '/nowhere',
    api: createApi(deps),
    proofs: Promise.resolve(options.proofs),
    ...(options.writeLine && { writeLine: options.writeLine }),
  })
  const browser = () =>
    createBrowser((url, init) => audited.whileCalling(url, init, () => app.request(url, init)))
  return {
    app,
    control,
    storage: deps.storage,
    unaudited: audited.unaudited,
    whileCalling: audited.whileCalling,
    mails,
    async owner({ client } = browser()) {
      await client.call(setUp, {
        body: {
          setup_code: SETUP_CODE,
          email: 'owner@example.com',
          password: PASSWORD,
          first_name: 'Olga',
          organization_name: 'Acme',
        },
      })
      return client
    },
    mailedToken: () => tokenIn(mails.at(-1)?.text ?? ''),
    logged,
    now,
    advance: (ms) => void (offsetMs += ms),
    browser,
    remove: () => control.remove(),
  }
}

export function createBrowser(
  send: (url: string, init: RequestInit) => Response | Promise<Response>,
): Browser {
  const cookies = new Map<string, string>()
  const fetch = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('host', new URL(ORIGIN).host)
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await send(new URL(path, ORIGIN).href, { ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return {
    cookies,
    fetch,
    client: createClient({ baseUrl: ORIGIN, fetch: fetch as never }),
  }
}

/** A project without a database behind it. @param slug of its organization; default: the first one */
export async function addProject(
  control: ControlDatabase,
  ref: string,
  { slug, name = ref }: { slug?: string; name?: string } = {},
): Promise<void> {
  const [organization] = await control.select<{ id: number }>(
    'select id from control.organizations where slug = coalesce($1, slug) order by id limit 1',
    [slug],
  )
  if (!organization) throw new Error('There is no such organization.')
  await control.write([
    insertProject({
      ref,
      name,
      organizationId: organization.id,
      region: 'local',
      engine: 'pglite',
      installationId: null,
      database: { host: 'x', port: 1, name: 'x', user: 'x' },
    }),
  ])
}

async function addOwnProject(control: TestControl): Promise<void> {
  const organizationId = await ensureOwnOrganization(control, false)
  const database = { host: '127.0.0.1', port: 5432, name: 'postgres', user: 'postgres' }
  await control.write([
    insertProject({
      ref: OWN_REF,
      name: 'Default project',
      organizationId,
      region: 'local',
      engine: 'pglite',
      installationId: null,
      database,
    }),
  ])
}

async function nothing(): Promise<RunOutcome> {
  return { results: [], durationMs: 1 }
}

/** Of the first link of a text. */
function tokenIn(text: string): string {
  return /(?:invitation\/|token=)([\w-]+)/.exec(text)?.[1] ?? ''
}
