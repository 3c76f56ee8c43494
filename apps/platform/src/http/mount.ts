/**
 * Mounts the contract's endpoints. Path, access and inputs come from the endpoint's definition, and handlers get
 * checked values. Every route of the platform is mounted here.
 */
import { bodyBoundsOf, paramSchemas, type EndpointData, type Limit } from '@basedeck/platform-client/contract'
import { Hono } from 'hono'
import type { Context } from 'hono'
import * as v from 'valibot'
import type { Origin } from '../access/caller.js'
import type { Entry, Gate } from './gate.js'
import type { AppEnv } from '../routes/app-env.js'
import type { Call, Mount } from '../routes/mount.js'
import type { Forwarding } from '../processes/forwarding.js'
import type { ControlDatabase } from '../control/control-database.js'
import { DomainError, type DomainErrorCode } from '../kernel/domain-error.js'
import { answerInJson } from './answer-in-json.js'
import { HttpError } from './error-table.js'
import { limitBody } from './body-limit.js'
import { readJson, checkBody, checkQuery } from './read-body.js'
import { DATABASE_HEADER, databaseOf } from '../services/database-handle.js'
import { reportOf } from './request-report.js'

export interface MountDeps {
  control: Pick<ControlDatabase, 'selectOften'>
  gate: Gate
  originOf(c: Context<AppEnv>): Origin
  /** Decides which process answers. Default: this one is alone. */
  forwarding?: Forwarding | undefined
  /** False: hosted-only endpoints are refused. */
  isHosted: boolean
  /** Called for what stores something. Default: there is always room. @throws HttpError disk_full */
  requireRoom?: (() => Promise<void>) | undefined
  /** Counts a call of a person. @throws DomainError when it was one too many */
  spend: Readonly<Record<Limit, (person: string) => Promise<void>>>
  /** Counts a call without a sign-in whose body is refused, for the address that it came from. @throws DomainError too_many_attempts */
  countRefused?(ip: string | null): Promise<void>
  /** Called for every endpoint that is mounted. */
  onMount?(endpoint: EndpointData): void
}

export function createMount(
  app: Hono<AppEnv>,
  {
    control,
    gate,
    originOf,
    isHosted,
    spend,
    countRefused,
    onMount,
    requireRoom,
    forwarding = alone,
  }: MountDeps,
): Mount {
  return {
    on(endpoint, handler, status = 200) {
      onMount?.(endpoint)
      app.on(endpoint.method, endpoint.path.replace(/\{(\w+)\}/g, ':$1'), async (c, next) => {
        reportOf(c).route = endpoint.path
        if (endpoint.version !== undefined && c.req.header('version') !== String(endpoint.version))
          return next()
        const bounds = bodyBoundsOf(endpoint)
        c.set('bodyBounds', bounds)
        if (!endpoint.streamsBody) await counted(c, endpoint, async () => limitBody(c, bounds.bytes))
        return forwarding(c, endpoint, async () => {
          if (endpoint.bodyKey !== undefined && !(await hasKey(c, endpoint))) return next()
          const call = await counted(c, endpoint, () => read(c, endpoint))
          const answer = await counted(c, endpoint, async () =>
            handler(call as Parameters<typeof handler>[0]),
          )
          if (answer instanceof Response) return answer
          return answerInJson(c, answer, status)
        })
      })
    },
  }

  /** A stranger's body that is refused, and a link or a code that is wrong, cost an attempt; handlers count passwords. */
  async function counted<T>(
    c: Context<AppEnv>,
    { access, method }: EndpointData,
    work: () => Promise<T>,
  ): Promise<T> {
    if (access !== 'anyone' || method === 'GET') return work()
    try {
      return await work()
    } catch (error) {
      if (isCounted(error)) await countRefused?.(originOf(c).ip)
      throw error
    }
  }

  /** Authenticate before reading the body. */
  async function hasKey(c: Context<AppEnv>, endpoint: EndpointData): Promise<boolean> {
    await gate.identify(c, endpoint)
    const body = await readJson(c)
    return typeof body === 'object' && body !== null && (endpoint.bodyKey ?? '') in body
  }

  async function read(c: Context<AppEnv>, endpoint: EndpointData): Promise<Call<EndpointData>> {
    const who = await gate.identify(c, endpoint)
    if (who) reportOf(c).account = who.id
    requireParams(endpoint, c.req.param())
    const entry: Entry = await gate.admit(c, endpoint)
    if (needsRoom(endpoint)) await requireRoom?.()
    if (endpoint.hostedOnly && !isHosted) throw new DomainError('hosted_only')
    const asked = entry.branch ?? entry.project
    if (asked) reportOf(c).project = asked.ref
    const database = asked && (await databaseOf(control, c.req.header(DATABASE_HEADER), asked))
    // Check access before the body, so that a refused caller learns nothing about its schema.
    const body = endpoint.body ? checkBody(await readJson(c), endpoint.body) : undefined
    const query = endpoint.query ? checkQuery(c.req.query(), endpoint.query) : undefined
    if (endpoint.limit && entry.caller) await spend[endpoint.limit](entry.caller.id)
    const { caller, organization, project, branch, bucket } = entry
    const resource = { organization, project, branch, bucket, database }
    const call = { c, params: c.req.param(), query, body, origin: originOf(c), caller, ...resource }
    return call as Call<EndpointData>
  }
}

/** What reads or deletes goes on with a full disk. */
function needsRoom({ method, evenFull }: EndpointData): boolean {
  return method !== 'GET' && method !== 'DELETE' && evenFull !== true
}

/** Refusals that a stranger could provoke without end. */
const COUNTED: ReadonlySet<DomainErrorCode> = new Set([
  'invalid_body',
  'body_too_deep',
  'body_too_wide',
  'wrong_setup_code',
  'link_used',
  'invitation_not_found',
])

function isCounted(error: unknown): boolean {
  return error instanceof HttpError || (error instanceof DomainError && COUNTED.has(error.code))
}

const alone: Forwarding = (_c, _endpoint, here) => here()

/** The error code for a malformed parameter of a resource; `not_found` for all others. */
const MISSING: Readonly<Record<string, DomainErrorCode>> = {
  ref: 'project_not_found',
  slug: 'organization_not_found',
  branch: 'branch_not_found',
}

function requireParams(endpoint: EndpointData, given: Record<string, string>): void {
  for (const [name, schema] of Object.entries(paramSchemas(endpoint)))
    if (!v.is(schema, given[name])) throw new DomainError(MISSING[name] ?? 'not_found')
}
