/** What the platform answers the thread that serves the projects' API, as soon as it is open. */
import { pino, type Logger } from 'pino'
import type { ControlDatabase } from '../../control/control-database.js'
import { projectByRef } from '../../control/projects.js'
import { DomainError } from '../../kernel/domain-error.js'
import type { PlatformMetrics } from '../../metrics/platform-metrics.js'
import type { Notify } from '../../notifications/notice.js'
import { tellChangesGivenUp } from '../../notifications/tell-changes-given-up.js'
import { askQueue } from './queued-changes.js'
import { changesSignInTo, holdInUse, serveIn, signInTo } from './served-database.js'
import { currentSigningKey } from '../../control/current-signing-key.js'
import type { SecretBox } from '../../secrets/secret-box.js'
import { authReadinessIn, batchAsAuth } from './auth-batch.js'
import { authConfigOf } from '../../control/auth-settings.js'
import { dataApiConfigOf } from '../../control/data-api-settings.js'
import { realtimeConfigOf } from '../../control/realtime-settings.js'
import type { PipelineResult } from '../../engines/session/pipeline-request.js'
import type { AuthMails } from '../../mail/auth/auth-mails.js'
import type { EngineReplicas } from '../../engines/engine-registry.js'
import { readTargetsOf } from '../../replicas/read-targets.js'
import type { ProjectLife } from '../../project-life/project-life.js'
import type { StorageHost } from '../../objects/storage-host.js'
import { holdersIn } from '../../processes/forward-files.js'
import type { Presence } from '../../processes/presence.js'
import type { Proofs } from '../../processes/proof.js'
import type { FunctionsHost } from '../../functions/functions-host.js'
import type { Outgoing } from '../../outgoing/outgoing.js'
import { createSignInProviders } from '../../sign-in-providers/sign-in-providers.js'
import { callAuthHook } from '../../services/auth-hooks.js'
import { sendTextMessage } from '../../services/text-messages.js'
import { leakedRange } from '../../services/leaked-passwords.js'
import { projectFigures } from '../metrics/project-figures.js'
import { isCaptchaSolved } from '../../services/captcha.js'
import type { SentAnswer } from '../../services/metered-request.js'
import type { AskedOfPlatform, ServiceEvent, ToldOfCalls } from './thread-calls.js'

export interface AnswersDeps {
  opened: Promise<{
    control: ControlDatabase
    host: StorageHost
    proofs: Proofs
    life: Pick<ProjectLife, 'database'>
    notify: Notify
    registry: Pick<EngineReplicas, 'followings'>
    box: SecretBox
    authMails: Pick<AuthMails, 'send'>
    outgoing: Pick<Outgoing, 'call'>
    functions: FunctionsHost
  }>
  /** Sees the heartbeats of the other processes. Undefined: this process is the only one. */
  presence: Promise<Pick<Presence, 'watch'> | undefined>
  installationId: string
  /** The operator's service of leaked passwords. Default: none. */
  leakedPasswordsUrl?: string | undefined
  onAnswer: PlatformMetrics['onAnswer']
  onSent(answer: SentAnswer): void
  onEvent(event: ServiceEvent): void
  log: Logger
  /** Tells the thread that the process of a watch is away. */
  onPeerGone(watch: number): void
  /** Asks the thread whether what a transaction of its did is kept. */
  isKept(runId: string, rows: PipelineResult[]): Promise<boolean>
}

export function answersForThread({
  opened,
  presence,
  installationId,
  leakedPasswordsUrl,
  onAnswer,
  onSent,
  onEvent,
  log,
  onPeerGone,
  isKept,
}: AnswersDeps): AskedOfPlatform {
  const watches = new Map<number, () => void>()
  // The thread wrote errors as the log shows them.
  const passedOn = log.child({}, { serializers: { err: (error: unknown) => error } })
  const passOn = (line: string): void => {
    const { level, msg, time: _time, pid: _pid, hostname: _name, ...fields } = JSON.parse(line) as Line
    const name = pino.levels.labels[level] as 'info' | undefined
    if (name) passedOn[name](fields, msg)
  }
  // Each call tells the failure.
  opened.catch(() => {})
  const providers = opened.then(createSignInProviders)
  providers.catch(() => {})
  const within = <Part>(part: Promise<Part>): Promise<Part> =>
    part.catch((cause: unknown) => {
      throw new DomainError('platform_unavailable', undefined, { cause })
    })
  const inside = () => within(opened)
  return {
    project: async (ref) => (await inside()).host.project(ref),
    apiKey: async (ref, hash) => (await inside()).host.apiKey(ref, hash),
    isServedRole: async (ref, role) => (await inside()).host.isServedRole(ref, role),
    issuerKeys: async (ref, id, kid) => (await inside()).host.issuerKeys(ref, id, kid),
    keyUsed: (hash) =>
      void inside().then(
        ({ host }) => host.keyUsed(hash),
        () => {},
      ),
    isMakerEntitled: async (ref, maker) => (await inside()).host.isMakerEntitled(ref, maker),
    batch: async (ref, request) => (await inside()).host.batch(ref, request),
    cancel: async (ref, runId) => (await inside()).host.cancel(ref, runId),
    async signIn(ref) {
      const { life } = await inside()
      return signInTo(await life.database(ref))
    },
    async serve(ref, request, isDecided) {
      const { life } = await inside()
      const decide = (rows: PipelineResult[]) => isKept(request.runId, rows)
      return serveIn(await life.database(ref), request, isDecided ? decide : undefined)
    },
    async used(ref) {
      const { life } = await inside()
      holdInUse(await life.database(ref))
    },
    projectFigures: async (ref) => projectFigures(await inside(), ref),
    readTargets: async (ref) => readTargetsOf(await inside(), ref),
    dataApi: async (ref) => dataApiConfigOf((await inside()).control, ref),
    realtime: async (ref) => realtimeConfigOf((await inside()).control, ref),
    changesGivenUp: (ref) =>
      void inside()
        .then(({ control, notify }) => tellChangesGivenUp({ control, notify }, ref))
        .catch((error: unknown) =>
          log.warn({ err: error, project: ref }, 'a loss of changes could not be told'),
        ),
    changeQueue: async (ref, step) => askQueue(await (await inside()).life.database(ref), step),
    changesSignIn: async (ref) => changesSignInTo(await (await inside()).life.database(ref)),
    currentSigningKey: async (ref) => {
      const { control, box } = await inside()
      return currentSigningKey(control, box, ref)
    },
    authReadiness: async (ref) => authReadinessIn(await (await inside()).life.database(ref)),
    authBatch: async (ref, request) => batchAsAuth(await (await inside()).life.database(ref), request),
    callAuthHook: async (ref, hook, body) => {
      const { control, box, outgoing } = await inside()
      return callAuthHook({ control, box, outgoing, now: () => new Date() }, ref, { hook, body })
    },
    beginAtProvider: async (ref, begin) => (await within(providers)).begin(ref, begin),
    finishAtProvider: async (ref, finish) => (await within(providers)).finish(ref, finish),
    checkIdToken: async (ref, check) => (await within(providers)).check(ref, check),
    sendTextMessage: async (ref, message) => sendTextMessage(await inside(), ref, message),
    leakedRange: async (prefix) => leakedRange({ ...(await inside()), url: leakedPasswordsUrl, log }, prefix),
    isCaptchaSolved: async (ref, answer) => isCaptchaSolved(await inside(), ref, answer),
    authConfig: async (ref) => authConfigOf((await inside()).control, ref),
    sendAuthMail: async (ref, mail) => void (await (await inside()).authMails.send(ref, mail)),
    beginFunctionCall: async (asked) => (await inside()).functions.beginFunctionCall(asked),
    endFunctionCall: (lease, ended) =>
      void inside().then(
        ({ functions }) => functions.endFunctionCall(lease, ended),
        () => {},
      ),
    functionFate: async (lease) => (await inside()).functions.functionFate(lease),
    async projectStatus(ref) {
      const row = await projectByRef((await inside()).control, ref)
      return row && { ref: row.ref, status: row.status }
    },
    holderOf: async (ref) => holdersIn((await inside()).control, installationId).holderOf(ref),
    addressOf: async (id) => holdersIn((await inside()).control, installationId).addressOf(id),
    proof: async (to, call, visitor) => (await inside()).proofs.make(to, call, visitor),
    checkProof: async (proof, call) => (await inside()).proofs.check(proof, call),
    async watchPeer(watch, id) {
      // It may end before it began.
      watches.set(watch, () => {})
      const seen = await presence
      if (seen && watches.has(watch))
        watches.set(
          watch,
          seen.watch(id, () => onPeerGone(watch)),
        )
    },
    async endWatch(watch) {
      watches.get(watch)?.()
      watches.delete(watch)
    },
    told(batch) {
      for (const told of JSON.parse(batch) as ToldOfCalls[]) {
        if ('answered' in told) onAnswer('project', told.answered)
        else if ('sent' in told) onSent(told.sent)
        else if ('event' in told) onEvent(told.event)
        else passOn(told.logged)
      }
    },
  }
}

interface Line extends Record<string, unknown> {
  level: number
  msg: string
}
