/**
 * Serves the files of projects: on the projects' own API in a thread of their own, and, handed over to it, on the dashboard's
 * port. Cancel shares no event loop with the bytes of the first.
 */
import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.js'
import { OWN_REF } from '../../control/own-installation.js'
import { createOriginOf } from '../../http/origin.js'
import type { AuthMails } from '../../mail/auth/auth-mails.js'
import type { LogLines } from '../../log-lines/log-lines.js'
import type { PlatformMetrics } from '../../metrics/platform-metrics.js'
import type { Storage } from '../../objects/storage.js'
import type { Inside } from '../../services/open-platform.js'
import type { Neighbours } from '../../processes/forwarding.js'
import { createForwardFiles, holdersIn } from '../../processes/forward-files.js'
import type { Presence } from '../../processes/presence.js'
import type { Proofs } from '../../processes/proof.js'
import type { AppEnv } from '../../routes/app-env.js'
import type { FunctionsHost } from '../../functions/functions-host.js'
import type { Outgoing } from '../../outgoing/outgoing.js'
import type { SentAnswer } from '../../services/metered-request.js'
import { answersForThread } from './answers-for-thread.js'
import type { ServiceEvent } from './thread-calls.js'
import { createHandOver } from './hand-over.js'
import { openApiThread, type ApiThread } from './api-thread.js'

export interface ServeProjectsDeps {
  config: Config
  installationId: string
  opened: Promise<{
    inside: Inside
    storage: Storage
    proofs: Proofs
    authMails: AuthMails
    outgoing: Outgoing
    functions: FunctionsHost
  }>
  /** The other processes on the control plane. Undefined: this process is the only one. */
  others: Promise<(Pick<Presence, 'watch'> & { neighbours: Neighbours }) | undefined>
  onAnswer: PlatformMetrics['onAnswer']
  onSent(answer: SentAnswer): void
  onEvent(event: ServiceEvent): void
  log: Logger
  /** Keeps the lines of calls. Default: none is kept. */
  lines?: Pick<LogLines, 'portForThread'>
  /** Where the thread listens. */
  address(): string
}

export interface ServedProjects {
  thread: ApiThread
  /** Answers a call of the object API that came to the dashboard's port. */
  answer(c: Context<AppEnv>, ref: string): Promise<Response>
}

export function serveProjects({
  config: { dataDir, storage, trustProxy, controlDatabaseUrl, leakedPasswordsUrl, platform: isPlatform },
  installationId,
  opened,
  others,
  onAnswer,
  onSent,
  onEvent,
  log,
  lines,
  address,
}: ServeProjectsDeps): ServedProjects {
  const thread = openApiThread({
    settings: {
      dataDir,
      storage,
      trustProxy,
      logLevel: log.level,
      installationId,
      isShared: controlDatabaseUrl !== undefined,
      ownRef: isPlatform ? undefined : OWN_REF,
    },
    answers: answersForThread({
      opened: opened.then(({ inside, storage: { host }, proofs, authMails, outgoing, functions }) => ({
        control: inside.control,
        registry: inside.registry,
        life: inside.life,
        notify: inside.notify,
        box: inside.box,
        host,
        proofs,
        authMails,
        outgoing,
        functions,
      })),
      presence: others,
      installationId,
      leakedPasswordsUrl,
      onAnswer,
      onSent,
      onEvent,
      log,
      onPeerGone: (watch) => thread.peerGone(watch),
      isKept: (runId, rows) => thread.isKept(runId, rows),
    }),
    log,
    lines,
  })
  const originOf = createOriginOf(trustProxy)
  const forwarding = Promise.all([opened, others]).then(([{ inside, proofs }, processes]) => ({
    proofs,
    forward:
      processes &&
      createForwardFiles({
        ...processes.neighbours,
        ...holdersIn(inside.control, installationId),
        originOf,
      }),
  }))
  opened.then(
    ({ inside: { projectChanges } }) => {
      projectChanges.onWrite(thread.written)
      projectChanges.subscribe(thread.projectChanged)
      projectChanges.onData(({ topic, ref }) => {
        if (topic === 'schema') thread.schemaChanged(ref)
      })
    },
    () => {},
  )
  // Each call tells the failure.
  forwarding.catch(() => {})
  return { thread, answer: createHandOver({ installationId, opened: forwarding, originOf, address }) }
}
