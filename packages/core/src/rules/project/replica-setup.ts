/**
 * How far the setup of a read replica is: its label, its percentage, and which part failed.
 * @rule replicas.setup  @spec §3
 */
import { REPLICA_STEPS, type ReplicaStep } from '@basedeck/platform-client/contract'

/** The part of a setup that can fail. SPEC §3, §8. */
export type ReplicaFailure = 'launch' | 'initiate' | 'download' | 'replay' | 'complete'

const FAILURE_AFTER: Readonly<Record<ReplicaStep, ReplicaFailure>> = {
  Requested: 'launch',
  Started: 'launch',
  LaunchedReadReplicaInstance: 'initiate',
  InitiatedReadReplicaSetup: 'download',
  DownloadedBaseBackup: 'replay',
  ReplayedWalArchives: 'complete',
  CompletedReadReplicaSetup: 'complete',
}

/** Which part failed. @param done the last step that is done */
export function failedStep(done: ReplicaStep): ReplicaFailure {
  return FAILURE_AFTER[done]
}

/** Of the whole setup. CLARIFICATIONS "Entities and replicas": the index of the step, by 6. */
export function setupPercent(done: ReplicaStep): number {
  return (REPLICA_STEPS.indexOf(done) / (REPLICA_STEPS.length - 1)) * 100
}

/** What is known of a copy under way. */
export interface CopyProgress {
  doneBytes: number
  totalBytes: number
  /** Since it began. */
  seconds: number
}

/** How fast a copy is. */
export interface CopyEstimate {
  bytesPerSecond: number
  /** Undefined: nothing was copied yet. */
  secondsLeft: number | undefined
}

/** How fast a copy is, and how long it takes still. */
export function copyEstimate({ doneBytes, totalBytes, seconds }: CopyProgress): CopyEstimate {
  const bytesPerSecond = seconds > 0 ? doneBytes / seconds : 0
  const left = Math.max(0, totalBytes - doneBytes)
  return { bytesPerSecond, secondsLeft: bytesPerSecond > 0 ? Math.ceil(left / bytesPerSecond) : undefined }
}

/** Southeast Asia. SPEC §8. */
export const DEFAULT_REPLICA_REGION = 'ap-southeast-1'
