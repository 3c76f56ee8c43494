/**
 * The projects' own API for applications, on a separate origin. The dashboard's page may call it (CORS); files of
 * users can never run script on the dashboard's origin. DESIGN §4.
 */
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Logger } from 'pino'
import { createOriginOf } from '../http/origin.js'
import type { AppEnv } from '../routes/app-env.js'
import { DomainError } from '../domain-error.js'
import { acceptForwarded, type CheckProof } from '../http/forwarded.js'
import { createOnError } from '../http/on-error.js'
import { requestId } from '../http/request-id.js'
import { reportOf, reportRequests } from '../http/request-report.js'
import type { SentAnswer } from '../services/metered-request.js'
import type { AnsweredRequest } from '../metrics/platform-metrics.js'
import { plainFilesPath } from '../http/plain-files-path.js'
import { knownHost, type AllowedOrigins } from '../http/same-site.js'
import { answerWhenStopping } from '../http/stopping.js'
import type { StorageApiDeps } from './storage/acted-call.js'
import { familyErrors } from './storage/family-errors.js'
import { createStorageApi, STORAGE_PATH } from './storage/storage-api.js'

export interface ProjectApiDeps {
  /** Undefined: there is no such project. @throws DomainError platform_unavailable */
  projectStatus(ref: string): Promise<{ ref: string; status: string } | undefined>
  storage: Promise<StorageApiDeps>
  /** Whether the disk of the data directory is full. Default: never. */
  isDiskFull?: () => Promise<boolean>
  onAnswer?: (request: AnsweredRequest) => void
  /** A call for a project has been answered; for its usage. */
  onSent?: (answer: SentAnswer) => void
  /** As `createApi`. Default false. */
  trustProxy?: boolean
  /** Aborted when the platform begins to stop. Default: never. */
  stopping?: AbortSignal
  log: Logger
  /** Checks the proof of calls that the dashboard's port hands over. Default: every proof is refused. */
  proofs?: Promise<CheckProof | undefined>
  /** Of the one project of a self-hosted platform, which the dashboard's port serves at its root. */
  ownRef?: string | undefined
  /** Where this API itself is reached. */
  ownOrigins: AllowedOrigins
  /** Origins of the dashboard. */
  dashboardOrigins: AllowedOrigins
}

export function createProjectApi({
  projectStatus,
  storage,
  isDiskFull,
  stopping = new AbortController().signal,
  trustProxy = false,
  onAnswer,
  onSent,
  log,
  proofs = Promise.resolve(undefined),
  ownRef,
  ownOrigins,
  dashboardOrigins,
}: ProjectApiDeps): Hono<AppEnv> {
  const api = new Hono<AppEnv>()
  // Applications did not write the statement, so its text, file and line would not help them.
  api.onError(createOnError(log, isDiskFull, { tellsReports: false }))
  api.notFound(() => {
    throw new DomainError('not_found')
  })
  api.use(`/:ref${STORAGE_PATH}/*`, familyErrors)
  if (ownRef !== undefined) api.use(`${STORAGE_PATH}/*`, familyErrors)
  api.use(
    requestId,
    reportRequests({ log, originOf: createOriginOf(trustProxy), onAnswer, onSent }),
    answerWhenStopping(stopping),
    acceptForwarded(proofs),
    knownHost(ownOrigins),
    plainFilesPath,
  )
  // Before the headers of the calls below: files have their own, and applications call it from any page.
  api.route(
    `/:ref${STORAGE_PATH}`,
    createStorageApi(storage, {
      refOf: (c) => c.req.param('ref'),
      prefixOf: (ref) => `/${ref}`,
    }),
  )
  if (ownRef !== undefined)
    api.route(
      STORAGE_PATH,
      createStorageApi(storage, { refOf: () => ownRef, prefixOf: () => '', onlyForwarded: true }),
    )
  api.use(
    cors({
      origin: (origin) => (dashboardOrigins().includes(origin) ? origin : null),
      allowHeaders: ['apikey', 'authorization', 'content-type', 'x-request-id', 'x-source'],
      exposeHeaders: ['x-request-id'],
      maxAge: 600,
    }),
  )
  api.use(async (c, next) => {
    c.header('x-content-type-options', 'nosniff')
    c.header('content-security-policy', "default-src 'none'; sandbox")
    await next()
  })
  api.get('/:ref', async (c) => {
    reportOf(c).route = '/{ref}'
    const found = await projectStatus(c.req.param('ref'))
    if (!found) throw new DomainError('project_not_found')
    return c.json({ ref: found.ref, status: found.status })
  })
  return api
}
