/** Realtime: channels over a WebSocket, with broadcasts, presence and changes of tables. SERVICES §3. */
import { WebSocketServer, type WebSocket } from 'ws'
import type { RealtimeConfig } from '@basedeck/platform-client/contract'
import type { Logger } from 'pino'
import { DomainError } from '../../kernel/domain-error.js'
import type { TokenVerifier } from '../../keys/token-verifier.js'
import { takeUpgrade } from '../../http/upgrade.js'
import type { StorageActor } from '../../objects/storage-actor.js'
import { actorOf, type GivenKeys } from '../../objects/storage-key.js'
import type { StorageHost } from '../../objects/storage-host.js'
import { realtimeText } from '../../text/realtime.js'
import { givenKeys } from '../admission.js'
import type { KeptSettings } from '../kept-settings.js'
import type { Service, ServedCall } from '../service.js'
import { broadcastByHttp } from './broadcast-by-http.js'
import { ChannelRefused } from './channel-refused.js'
import type { ChannelRights } from './channel-rights.js'
import type { Serialisation } from './frames.js'
import { createProjectHub, type ProjectHub } from './project-hub.js'
import { realtimeCallOf, type RealtimeCall } from './realtime-call.js'
import { realtimeRefusal } from './realtime-errors.js'
import type { RowTexts } from './changes/table-change.js'
import type { ChangesSubscription, ChangesWanted, RealtimeProject, ReplayWanted } from './realtime-project.js'
import { followRealtime, type RealtimeFigures, type RealtimeTotals } from './realtime-figures.js'
import { Socket } from './socket.js'
import { Wire } from './wire.js'

export interface RealtimeServiceDeps {
  host: Promise<StorageHost>
  settings: KeptSettings<RealtimeConfig>
  verifier: TokenVerifier
  /** @throws ChannelRefused */
  rights(ref: string, topic: string, actor: StorageActor): Promise<ChannelRights>
  /** The newest messages that the database stored for a private channel, the oldest first. @throws ChannelRefused */
  replay(ref: string, topic: string, actor: StorageActor, wanted: ReplayWanted): Promise<RowTexts[]>
  subscribe(ref: string, wanted: ChangesWanted): ChangesSubscription
  /** Clients of the project connect or broadcast: what the database sends is to be delivered to this hub. */
  begin?(ref: string, hub: ProjectHub): void
  /** Nobody is connected any more. */
  end?(ref: string): void
  close?(): Promise<void>
  /** How many clients, channels and messages there are. Default: nobody learns of it. */
  onFigures?(figures: RealtimeFigures): void
  log: Pick<Logger, 'warn'>
}

export interface RealtimeService extends Service<RealtimeCall> {
  /** The project was changed: its settings, its status. */
  projectChanged(ref: string): void
  /** Private channels are checked again. */
  policiesChanged(ref: string): void
  /** Undefined: nobody was connected since this process began. */
  figuresOf(ref: string): RealtimeTotals | undefined
}

const FRAME_BYTES = 5 * 1024 * 1024
/** Rights are asked again after that time. */
const CHECK_MS = 300_000
/** How often is looked whether a token ended, or a client is silent. */
const SWEEP_MS = 5000

/** Keys of which a connection refers to one that is kept already: most have the same one. */
const KEPT_KEYS = 100

interface OpenProject {
  project: RealtimeProject
  hub: ProjectHub
  sockets: Set<Socket>
  keys: Map<string, GivenKeys>
}

export function createRealtimeService(deps: RealtimeServiceDeps): RealtimeService {
  const { host, settings, verifier, log } = deps
  const projects = new Map<string, OpenProject>()
  const server = new WebSocketServer({ noServer: true, maxPayload: FRAME_BYTES, clientTracking: false })
  const followed = followRealtime((figures) => deps.onFigures?.(figures))
  const sweeping = setInterval(() => void sweep(), SWEEP_MS).unref()

  function opened(ref: string): OpenProject {
    const known = projects.get(ref)
    if (known) return known
    const hub = createProjectHub()
    const made: OpenProject = { hub, project: projectOf(ref, hub), sockets: new Set(), keys: new Map() }
    projects.set(ref, made)
    return made
  }

  async function sweep(): Promise<void> {
    const now = Date.now()
    for (const [ref, { sockets, hub }] of projects)
      followed.look(ref, { connections: sockets.size, channels: hub.topicCount() })
    for (const { sockets } of projects.values())
      for (const socket of sockets) {
        const endsAt = socket.endsAt()
        const isDue = now - socket.checkedAt >= CHECK_MS || (endsAt !== undefined && endsAt <= now)
        if (isDue) await check(socket)
        else socket.endIfSilent()
      }
  }

  async function check(socket: Socket): Promise<void> {
    await socket
      .check()
      .catch((error: unknown) => log.warn({ err: error }, 'a connection could not be checked'))
  }

  function projectOf(ref: string, hub: ProjectHub): RealtimeProject {
    return {
      ref,
      hub,
      onMessage: () => followed.onMessage(ref),
      async keyActor(keys) {
        const known = await host
        const project = await known.project(ref)
        if (!project) throw new DomainError('project_not_found')
        return actorOf(known, project, keys, verifier)
      },
      settings: () => settings.of(ref),
      actorOf: (token) => actorOfToken(ref, token),
      rights: (topic, actor) => deps.rights(ref, topic, actor),
      subscribe: (wanted) => deps.subscribe(ref, wanted),
      replay: (topic, actor, wanted) => deps.replay(ref, topic, actor, wanted),
    }
  }

  /** @throws ChannelRefused */
  async function actorOfToken(ref: string, token: string): Promise<StorageActor> {
    const known = await host
    const project = await known.project(ref)
    if (!project) throw new DomainError('project_not_found')
    try {
      return await actorOf(known, project, { apiKey: undefined, bearer: token }, verifier)
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'invalid_key') throw error
      const read = verifier.verify(token, project.keys.verifying)
      const reason = read.type === 'refused' ? read.reason : 'time'
      if (reason === 'malformed') throw new ChannelRefused('MalformedJWT', realtimeText.malformedToken)
      if (reason === 'time') throw new ChannelRefused('InvalidJWTToken', realtimeText.expiredToken)
      throw new ChannelRefused('JwtSignatureError', realtimeText.wrongSignature)
    }
  }

  async function connect({ c, project: { ref } }: ServedCall<RealtimeCall>): Promise<Response> {
    const { limits } = await settings.of(ref)
    const { sockets, keys: kept } = opened(ref)
    if (sockets.size >= limits.connections)
      throw new DomainError('service_busy', undefined, { retryAfterSeconds: 1 })
    const keys = sameKeys(
      kept,
      givenKeys(
        c.req.header('apikey') ?? c.req.header('x-api-key') ?? c.req.query('apikey'),
        c.req.header('authorization'),
      ),
    )
    const serialisation: Serialisation = c.req.query('vsn')?.startsWith('2') ? '2.0.0' : '1.0.0'
    const { incoming, socket: stream, head, answer } = takeUpgrade(c)
    server.handleUpgrade(incoming, stream, head, (connection) => {
      const { project } = opened(ref)
      const wire = new Wire(connection, stream)
      begin(connection, ref, new Socket({ wire, project, keys, serialisation, log }))
    })
    return answer
  }

  function begin(connection: WebSocket, ref: string, socket: Socket): void {
    const open = opened(ref)
    open.sockets.add(socket)
    followed.look(ref, { connections: open.sockets.size, channels: open.hub.topicCount() })
    if (open.sockets.size === 1) deps.begin?.(ref, open.hub)
    connection.on('message', (data: Buffer, isBinary) => socket.take(isBinary ? data : data.toString()))
    connection.on('error', () => connection.terminate())
    connection.on('close', () => {
      socket.gone()
      open.sockets.delete(socket)
      if (open.sockets.size > 0) return
      projects.delete(ref)
      followed.look(ref, { connections: 0, channels: 0 }, true)
      deps.end?.(ref)
    })
  }

  return {
    name: 'realtime',
    exposedHeaders: [],
    lacks: {},
    refusal: realtimeRefusal,
    callOf: ({ method, path }) => realtimeCallOf(method, path),
    async answer(served) {
      const { c, call, project, actor } = served
      if (call.name === 'websocket') return connect(served)
      return broadcastByHttp(c, call, opened(project.ref).project, actor)
    },
    projectChanged(ref) {
      settings.forget(ref)
      for (const socket of projects.get(ref)?.sockets ?? []) void check(socket)
    },
    policiesChanged(ref) {
      for (const socket of projects.get(ref)?.sockets ?? []) if (socket.hasPrivate()) void check(socket)
    },
    figuresOf(ref) {
      const messages = followed.messagesOf(ref)
      if (messages === undefined) return undefined
      const open = projects.get(ref)
      return { connections: open?.sockets.size ?? 0, channels: open?.hub.topicCount() ?? 0, messages }
    },
    async close() {
      clearInterval(sweeping)
      for (const { sockets } of projects.values()) for (const socket of sockets) socket.close()
      projects.clear()
      server.close()
      await deps.close?.()
    },
  }
}

/** Those that are kept, where they are the same. The text of a key is a part of the call's address, which would stay with it. */
function sameKeys(kept: Map<string, GivenKeys>, { apiKey, bearer }: GivenKeys): GivenKeys {
  const name = JSON.stringify([apiKey, bearer])
  const known = kept.get(name)
  if (known) return known
  if (kept.size >= KEPT_KEYS) kept.clear()
  const made = { apiKey: copyOf(apiKey), bearer: copyOf(bearer) }
  kept.set(name, made)
  return made
}

function copyOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : Buffer.from(text).toString()
}
