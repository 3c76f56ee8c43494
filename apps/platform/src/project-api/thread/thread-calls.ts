/** What the thread that serves the projects' API asks of the platform, and the platform of it. All of it is plain data. */
import type { MessagePort } from 'node:worker_threads'
import type { S3Location } from '../../s3/s3-location.js'
import type { AnsweredRequest } from '../../metrics/platform-metrics.js'
import type { StorageHost } from '../../objects/storage-host.js'
import type { AuthHost } from '../auth/auth-host.js'
import type { FunctionsHost } from '../../functions/functions-host.js'
import type { MetricsHost } from '../metrics/metrics-service.js'
import type { DataHost } from '../data/data-host.js'
import type { RealtimeHost } from '../realtime/realtime-host.js'
import type { PipelineResult } from '../../engines/session/pipeline-request.js'
import type { SessionsHost } from '../sessions/project-sessions.js'
import type { Holders } from '../../processes/forward-files.js'
import type { ProvedCall } from '../../processes/proof.js'
import type { ForwardedCall } from '../../routes/app-env.js'
import type { CountedSeries } from '../../control/usage.js'
import type { SentAnswer } from '../../services/metered-request.js'
import type { GaugedSeries } from '../../services/metering.js'

/** Given to the thread at its start. */
export interface ThreadSettings {
  dataDir: string
  /** Undefined: files are in the data directory. */
  storage: S3Location | undefined
  trustProxy: boolean
  logLevel: string
  installationId: string
  /** Other processes share the control plane. */
  isShared: boolean
  /** Of the one project of a self-hosted platform. */
  ownRef: string | undefined
}

/** What the thread is begun with. */
export interface ThreadData extends ThreadSettings {
  /** Where lines of the log go; undefined: none is kept. */
  lines?: MessagePort | undefined
}

/** Answered by the platform. Each may fail with the error that opening the platform had. */
export interface AskedOfPlatform
  extends StorageHost, Holders, SessionsHost, DataHost, AuthHost, FunctionsHost, RealtimeHost, MetricsHost {
  /** Undefined: there is no such project. */
  projectStatus(ref: string): Promise<{ ref: string; status: string } | undefined>
  proof(to: string, call: ProvedCall, visitor: ForwardedCall): Promise<string>
  checkProof(proof: string, call: ProvedCall): Promise<ForwardedCall | undefined>
  /** Tells `peerGone` when that process is away, until the watch ends. */
  watchPeer(watch: number, installationId: string): Promise<void>
  endWatch(watch: number): Promise<void>
  /** In the order in which it happened: a list of `ToldOfCalls` as JSON, which takes half the time of a copy of the objects. */
  told(batch: string): void
}

/** What happened in a service of a project: a counter grew, or a value was measured. */
export type ServiceEvent = { ref: string } & (
  | { counter: CountedSeries; amount: number }
  | { gauge: GaugedSeries; value: number }
)

/** What is told of calls: one was answered, its answer was sent to the last byte, a line of JSON as pino writes it, or an event. */
export type ToldOfCalls =
  | { answered: AnsweredRequest }
  | { sent: SentAnswer }
  | { logged: string }
  | { event: ServiceEvent }

export interface Origins {
  dashboard: readonly string[]
  own: readonly string[]
}

/** Answered by the thread. */
export interface AskedOfThread {
  /** Gives the port. @throws the system's error, e.g. EADDRINUSE */
  listen(host: string, port: number): Promise<number>
  /** Where it is reached, as soon as that is known. Until then every call is refused. */
  reachedAt(origins: Origins): void
  peerGone(watch: number): void
  /** The platform wrote something: what was asked of it may be answered otherwise now. */
  written(): void
  /** The project was changed: its settings, its status. */
  projectChanged(ref: string): void
  /** What the catalogue of its database lists was changed. */
  schemaChanged(ref: string): void
  /** Whether what the transaction of `serve` with this id did is kept. */
  isKept(runId: string, rows: PipelineResult[]): Promise<boolean>
  /** From now on calls are answered 503 `stopping`. */
  beginStop(): void
  /** Accepts no more calls, and resolves when the last one is answered. */
  close(): Promise<void>
}

/** Calls without an answer. */
export const TOLD_TO_PLATFORM = [
  'watchPeer',
  'endWatch',
  'used',
  'changesGivenUp',
  'told',
  'keyUsed',
  'endFunctionCall',
] as const
export const TOLD_TO_THREAD = [
  'reachedAt',
  'peerGone',
  'written',
  'projectChanged',
  'schemaChanged',
  'beginStop',
] as const
