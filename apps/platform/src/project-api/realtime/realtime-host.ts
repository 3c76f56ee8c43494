/** What realtime asks of the platform. All of it is plain data. */
import type { RealtimeConfig } from '@basedeck/platform-client/contract'
import type { ChangesSignIn } from '../../engines/server/sign-in.js'

/** `watch`: somebody listens for the next minute. `end`: nobody does any more. */
export type QueueStep =
  | { type: 'watch' | 'end' }
  | {
      type: 'take'
      /** What this snapshot saw was taken before. */
      since: string
      /** What this one did not see comes later; undefined: all that is there. */
      until: string | undefined
      /** Of the same two snapshots, only changes after this one. */
      after: number
      /** What was taken before is deleted. */
      forgets: boolean
      /** `lastEnded` of the last answer: nothing is taken where no other work ends within `ms`. Absent: the database is asked at once. */
      quiet?: { lastEnded: number; ms: number } | undefined
    }

export interface QueueTaken {
  /** Up to which changes were taken. */
  snapshot: string
  /** The oldest ones first; an empty list is the end. */
  changes: QueuedChange[]
  /** As of `EndedTurns`; absent: the database does not tell it. */
  lastEnded?: number | undefined
}

/** Values as PostgreSQL's texts, in the order of the columns. */
export interface QueuedChange {
  id: number
  oid: number
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  /** As PostgreSQL writes a time in JSON. */
  at: string
  columns: string[]
  record: (string | null)[] | null
  old: (string | null)[] | null
}

export interface RealtimeHost {
  /** Undefined: there is no such project. */
  realtime(ref: string): Promise<RealtimeConfig | undefined>
  /** Opens the database. `queue`: its changes can't be decoded. @throws EngineError, DomainError */
  changesSignIn(ref: string): Promise<ChangesSignIn | 'queue'>
  /** Asks the queue of a database whose changes can't be decoded. @throws DatabaseError, EngineError, DomainError */
  changeQueue(ref: string, step: QueueStep): Promise<QueueTaken>
  /** The server dropped the changes that it kept for realtime, because they were too many. Told to who may see the project. */
  changesGivenUp(ref: string): void
  /** The database was used just now. */
  used(ref: string): void
}
