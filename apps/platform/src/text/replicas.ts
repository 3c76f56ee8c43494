/** What the server says about read replicas. */
import { sizeText } from '@basedeck/core/rules'
import type { ReplicaFailure } from '@basedeck/core/rules/projects'

export const replicaText = {
  needsResync: 'The replica has to be copied anew from its primary. Resync it, or remove it',
  notAskedYet: 'It is not ready for connections yet',
  notPromoted: 'PostgreSQL did not end its recovery in time.',
  behind:
    'The replica lacks what its primary wrote last. Wait until its lag is 0, and try again. Nothing was changed',
  notBothRunning: 'The primary and the replica have to run for that. Nothing was changed',
  lost: 'It fell so far behind that its primary no longer has what it lacks. Resync it, or remove it',
  notFollowing: 'It does not receive what its primary writes',
  healthyOf: (healthy: number, all: number) => `${healthy} of ${all} healthy`,
  notStarted: (reason: string) => `Its server does not start: ${reason}`,
} as const

/** SPEC §8: which part of a setup failed. */
const FAILED: Readonly<Record<ReplicaFailure, string>> = {
  launch: 'Failed to launch replica',
  initiate: 'Failed to initiate replica',
  download: 'Failed to download backup',
  replay: 'Failed to replay WAL archives',
  complete: 'Failed to set up replica',
}

/** What the setup of a replica says. */
export const setupText = {
  failed: (part: ReplicaFailure, reason: string) => `${FAILED[part]}: ${reason}`,
  stopped: 'it was stopped, or its project was paused',
  unexpected: 'something unexpected went wrong; the log of the platform has it',
  noRoom: (needed: number, free: number) =>
    `the copy needs ${sizeText(needed)}, and the disk has ${sizeText(free)} left`,
  diskFull: 'the disk is full',
  notCaughtUp: 'it did not catch up with its primary in time',
  notStreaming: 'it does not receive what its primary writes',
} as const

/** What `basedeck replica` says. */
export const replicaCommandText = {
  notRunning: (directory: string) =>
    `No platform runs on ${directory}. Replicas belong to the one that runs: start it, and try again`,
  none: 'There are no read replicas yet: basedeck replica add makes one',
  lag: (bytes: number, seconds: number) => `${sizeText(bytes)}, ${seconds.toFixed(1)} s behind`,
  copied: (done: number, total: number, rate: number) =>
    `${sizeText(done)} of ${sizeText(total)}, ${sizeText(rate)} a second`,
  promoted: (ms: number) =>
    `The replica is the primary now; that took ${ms} ms. Its address is that of the former primary`,
  former: (id: string) => `The files of the former primary are kept: ${id}`,
} as const
