/** The data API: tables, views and functions of a project's database, in the language that clients of PostgREST speak. */
import { DataApiError, planRequest, type DataRequest } from '@basedeck/data-api'
import type { DataApiConfig } from '@basedeck/platform-client/contract'
import { createOriginOf } from '../../http/origin.js'
import { DomainError } from '../../kernel/domain-error.js'
import type { PlainAnswer, PlainCall } from '../plain/plain-request.js'
import { plainService } from '../plain/plain-service.js'
import type { Service } from '../service.js'
import type { ProjectSessions } from '../sessions/project-sessions.js'
import { asDataError, dataRefusal, mayBeOutdated } from './data-errors.js'
import { EXPOSED_HEADERS } from './family-names.js'
import type { KeptSchemas, KnownSchema } from './kept-schemas.js'
import type { KeptSettings } from '../kept-settings.js'
import { createRequestRate } from '../request-rate.js'
import type { ReplicaReads } from './replica-reads.js'
import { runPlan } from './run-plan.js'
import { sessionLimitsOf } from './session-limits.js'
import { planSettingsOf } from './settings-of.js'

export interface DataServiceDeps {
  sessions: Pick<ProjectSessions, 'serve'>
  settings: KeptSettings<DataApiConfig>
  schemas: KeptSchemas
  replicaReads: ReplicaReads
  /** As `createApi`. */
  trustProxy: boolean
}

export function createDataService({
  sessions,
  settings,
  schemas,
  replicaReads,
  trustProxy,
}: DataServiceDeps): Service {
  const rate = createRequestRate()

  async function answerBy(
    { schema, serviceSeesAll }: KnownSchema,
    { request: { gone }, project }: PlainCall,
    config: DataApiConfig,
    request: DataRequest,
  ): Promise<PlainAnswer> {
    // Row-level security would answer it with empty lists.
    if (request.role === 'service_role' && !serviceSeesAll) throw new DomainError('service_role_restricted')
    const plan = planRequest(schema, planSettingsOf(config), request)
    if (plan.ready) return plan.ready
    const { method, headers, role, claims } = request
    const signal = gone()
    const call = {
      ref: project.ref,
      method,
      headers,
      identity: identityOf(role, claims),
      limits: sessionLimitsOf(config),
      signal,
    }
    return replicaReads.answer(call, (id) => runPlan(sessions, plan, { ref: id, config, role, signal }))
  }

  return plainService({
    name: 'data',
    exposedHeaders: EXPOSED_HEADERS,
    lacks: {},
    refusal: dataRefusal,
    answersOptions: true,
    callOf: ({ method, path }) => ({
      name: callName(method, path),
      needs: 'key',
      stores: STORES.has(method),
      body: 'streamed',
    }),
    originOf: createOriginOf(trustProxy),
    async answerPlainly(served) {
      const { request: asked, project, actor } = served
      const config = await settings.of(project.ref)
      if (actor.role === 'anon') rate.count(project.ref, asked.ip ?? '', config.anon_requests_per_minute)
      const request = await requestOf(served, config)
      try {
        const schema = await schemas.of(project.ref, config)
        try {
          return await answerBy(schema, served, config, request)
        } catch (error) {
          // What was not found, or not permitted to a role, may have been changed a moment ago.
          const newer = mayBeOutdated(error) ? await schemas.again(project.ref) : undefined
          if (!newer) throw error
          return await answerBy(newer, served, config, request)
        }
      } catch (error) {
        const refused = asDataError(error, request.role)
        if (!(refused instanceof DataApiError)) throw refused
        return refused
      }
    },
  })
}

/** A session, a user, or all who have the same key. */
function identityOf(role: string, claims: DataRequest['claims']): string {
  const { session_id, sub } = claims as { session_id?: unknown; sub?: unknown }
  return [session_id, sub].find((one) => typeof one === 'string') ?? role
}

const STORES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** In the log and the metrics: tables are not named, since there may be ten thousand of them. */
function callName(method: string, path: string): string {
  if (path === '' || path === '/') return 'root'
  if (path.startsWith('/rpc/')) return 'rpc'
  return NAMES[method] ?? 'other'
}

const NAMES: Readonly<Record<string, string>> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'insert',
  PUT: 'upsert',
  PATCH: 'update',
  DELETE: 'delete',
  OPTIONS: 'options',
}

/** @throws HttpError body_too_large, DomainError address_too_long */
async function requestOf(
  { request: { method, path, search, headers, body }, actor }: PlainCall,
  config: DataApiConfig,
): Promise<DataRequest> {
  if (path.length + search.length > config.max_url_bytes) throw new DomainError('address_too_long')
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return {
    method,
    path: path === '' ? '/' : path,
    query: search.slice(1),
    headers,
    body: hasBody ? await body(config.max_body_bytes) : NO_BYTES,
    role: actor.role,
    claims: actor.claims,
  }
}

const NO_BYTES = new Uint8Array()
