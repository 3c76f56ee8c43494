/** The platform as one handler: composes, never listens. */
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import type { Engine } from './engines/engine.js'
import type { AppEnv } from './http/app-env.js'
import { HttpError } from './http/error-table.js'
import { createOnError } from './http/on-error.js'
import { requestId } from './http/request-id.js'
import { knownHost, sameSite, type AllowedOrigins } from './http/same-site.js'
import { securityHeaders } from './http/security-headers.js'
import { dashboardRoutes } from './routes/dashboard.js'
import { projectRoutes } from './routes/projects.js'
import { queryRoutes } from './routes/query.js'
import { runtimeRoutes } from './routes/runtime.js'
import type { Projects } from './services/projects.js'

export interface AppDeps {
  engine: Engine
  projects: Projects
  log: Logger
  version: string
  /** Origins under which the dashboard is reached. */
  allowedOrigins: AllowedOrigins
  /** Origin of the projects' own API. */
  apiUrl: () => string
  /** Folder of the built dashboard. */
  dashboardDir: string
}

/** Bytes; a run of SQL may carry large parameters. */
const MAX_BODY_BYTES = 64 * 1024 * 1024

export function createApp(deps: AppDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError(createOnError(deps.log))
  app.notFound(() => {
    throw new HttpError('not_found')
  })
  app.use(requestId, securityHeaders(), knownHost(deps.allowedOrigins), sameSite(deps.allowedOrigins))
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw new HttpError('body_too_large')
      },
    }),
  )
  app.route('/', runtimeRoutes(deps))
  app.route('/platform/projects', projectRoutes(deps.projects))
  app.route('/platform/pg-meta', queryRoutes(deps.projects))
  app.route('/', dashboardRoutes(deps.dashboardDir))
  return app
}
