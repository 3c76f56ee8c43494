/** Serves one service at an address: everything that is the same for all services. */
import { SERVED_PATHS } from './served-paths.js'
import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import { DomainError } from '../kernel/domain-error.js'
import type { Origin } from '../access/caller.js'
import { limitBody } from '../http/body-limit.js'
import { forwardedOf } from '../http/forwarded.js'
import { reportOf } from '../http/request-report.js'
import type { GivenKeys } from '../objects/storage-key.js'
import type { TokenVerifier } from '../keys/token-verifier.js'
import type { AppEnv } from '../routes/app-env.js'
import { projectApiText } from '../text/project-api.js'
import { admittedActor, givenKeys } from './admission.js'
import type { CallAddress, Service, ServiceCall, ServiceTools } from './service.js'
import type { Openings } from './openings.js'
import type { LoopTurns } from './loop-turns.js'
import type { Shares } from './shares.js'

export interface ServiceAddress {
  /** The project of a call; undefined: there is none. */
  refOf(c: Context<AppEnv>): string | undefined
  /** What comes before the service's own path. */
  prefixOf(ref: string): string
  /** Answers nothing but what another process, or the dashboard's port, hands over. Default false. */
  onlyForwarded?: boolean
}

export interface ServingDeps {
  tools: Promise<ServiceTools>
  shares: Shares
  /** Of connections that stay, such as WebSockets. */
  connections: Shares
  verifier: TokenVerifier
  openings: Openings
  originOf(c: Context<AppEnv>): Origin
  turns: LoopTurns
}

export function serveService(
  service: Service,
  { refOf, prefixOf, onlyForwarded = false }: ServiceAddress,
  { tools, shares, connections, verifier, turns, openings, originOf }: ServingDeps,
): Hono<AppEnv> {
  const servicePath = SERVED_PATHS[service.name]
  const addressOf = (c: Context<AppEnv>): CallAddress & { ref: string | undefined; prefix: string } => {
    const ref = refOf(c)
    const { pathname } = new URL(c.req.url)
    const prefix = ref === undefined ? '' : prefixOf(ref) + servicePath
    const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : ''
    return { c, ref, prefix, path, method: c.req.method }
  }
  const api = new Hono<AppEnv>()
  api.use(async (c, next) => {
    await next()
    const isPreflight = c.req.header('access-control-request-method') !== undefined
    if (c.req.method !== 'OPTIONS' || isPreflight) return
    const address = addressOf(c)
    await service.tellOptions?.(address, address.ref)
  })
  const exposed = service.exposedHeaders.join(',')
  const crossOrigin = cors({
    // Without a list Hono allows every header that the browser asks for: client libraries add new ones.
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposeHeaders: [...service.exposedHeaders],
    maxAge: 600,
  })
  api.use(async (c, next) => {
    const isPreflight = c.req.header('access-control-request-method') !== undefined
    if (service.ownCors) return next()
    if (isPreflight || !service.answersOptions) return crossOrigin(c, next)
    // Set before the answer is made: Hono copies an answer whose headers change later, which is slow.
    c.header('access-control-allow-origin', '*')
    c.header('access-control-expose-headers', exposed)
    await next()
  })
  api.all('*', async (c) => {
    if (onlyForwarded && !forwardedOf(c)) throw new DomainError('not_found')
    const { ref, ...address } = addressOf(c)
    const asked = service.callOf(address)
    reportOf(c).route = `/{ref}${servicePath}/${asked?.name ?? 'unknown'}`
    const { host, neighbours, requireRoom } = await tools.catch((cause: unknown) => {
      throw new DomainError('platform_unavailable', undefined, { cause })
    })
    const theirs = ref === undefined ? undefined : await neighbours?.forward(c, ref, asked?.begunAt)
    if (theirs) return theirs
    if (ref !== undefined) await turns.take(ref)
    const project = ref === undefined ? undefined : await host.project(ref)
    if (!project) throw new DomainError('project_not_found')
    reportOf(c).project = project.ref
    if (!asked) throw new DomainError('not_found', projectApiText.noSuchCall)
    const { outgoing, upgrade } = c.env ?? {}
    if (asked.upgrades && !upgrade) throw new DomainError('upgrade_required')
    const leave = (asked.upgrades ? connections : shares).enter(project.ref)
    const connection = upgrade?.socket ?? outgoing
    connection?.once?.('close', leave)
    try {
      const call = (await service.settle?.(asked, project)) ?? asked
      const actor = await admittedActor(call, service.keysOf?.(c) ?? keysOf(c, call), {
        host,
        project,
        verifier,
        openings,
        ip: originOf(c).ip,
      })
      if (call.body !== 'streamed') limitBody(c, call.body)
      if (call.stores) await requireRoom?.()
      return await service.answer({ ...address, call, project, actor })
    } finally {
      // Without a connection nothing tells when the answer was sent.
      if (connection?.destroyed !== false) leave()
    }
  })
  return api
}

/** A browser sends no headers of its own with the call for a WebSocket. */
function keysOf(c: Context<AppEnv>, { upgrades = false }: ServiceCall): GivenKeys {
  const ofSocket = upgrades ? (c.req.header('x-api-key') ?? c.req.query('apikey')) : undefined
  return givenKeys(c.req.header('apikey') ?? ofSocket, c.req.header('authorization'))
}
