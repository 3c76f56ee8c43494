/**
 * Guessing is slowed down: after some failures of one subject the next attempt waits, twice as long each time. An attempt
 * counts as failed from its beginning, so that a thousand at once are no way around. Kept in the control plane, so that
 * neither a restart nor a second process is one.
 */
import type { ControlDatabase } from '../control/control-database.js'
import { DomainError } from '../domain-error.js'

const FIRST_WAIT_SECONDS = 5
const LOCKED_SECONDS = 15 * 60
/** Failures older than this are forgotten. */
const MEMORY_SECONDS = 60 * 60

/** What failures are counted of. */
export interface Subject {
  name: string
  /** Failures that cost nothing. */
  free: number
  /** No attempt waits longer. */
  longestSeconds: number
}

export interface Attempts {
  /** @throws DomainError too_many_attempts with the seconds to wait */
  begin(subjects: readonly Subject[]): Promise<void>
  /** The attempt was no guess: the account's failures are forgotten, those of its place are not. */
  succeeded(subjects: readonly Subject[]): Promise<void>
}

export function createAttempts(control: ControlDatabase): Attempts {
  return {
    async begin(subjects) {
      const written = await control.write(subjects.map(countOne))
      if (!written.ok) throw await refusal(subjects)
    },
    async succeeded(subjects) {
      await control.write(
        subjects.map(({ name }) => ({
          sql: name.startsWith(PLACE)
            ? 'update control.attempts set failures = greatest(failures - 1, 0) where subject = $1'
            : 'delete from control.attempts where subject = $1',
          parameters: [name],
        })),
      )
    },
  }

  async function refusal(subjects: readonly Subject[]): Promise<DomainError> {
    const waits = await Promise.all(
      subjects.map(async ({ name, ...limits }) => {
        const [row] = await control.select<{ failures: number; since: number }>(
          `select failures, extract(epoch from now() - last_failed_at)::float8 as since
           from control.attempts where subject = $1`,
          [name],
        )
        return row ? waitSeconds(row.failures, limits) - row.since : 0
      }),
    )
    return new DomainError('too_many_attempts', undefined, {
      retryAfterSeconds: Math.max(1, Math.ceil(Math.max(...waits))),
    })
  }
}

/** Touches no row while the subject must wait. */
function countOne({ name, free, longestSeconds }: Subject) {
  return {
    sql: `insert into control.attempts as a (subject, failures, last_failed_at) values ($1, 1, now())
      on conflict (subject) do update set last_failed_at = now(),
        failures = case when a.last_failed_at < now() - interval '${MEMORY_SECONDS} seconds'
          then 1 else a.failures + 1 end
      where a.last_failed_at <= now() - make_interval(secs => case when a.failures < ${free} then 0
        else least(${longestSeconds}, ${FIRST_WAIT_SECONDS} * 2 ^ least(a.failures - ${free}, 20)) end)`,
    parameters: [name],
    expect: 1,
  }
}

/** How long the attempt after so many failures must wait. */
export function waitSeconds(failures: number, { free, longestSeconds }: Omit<Subject, 'name'>): number {
  if (failures < free) return 0
  return Math.min(longestSeconds, FIRST_WAIT_SECONDS * 2 ** (failures - free))
}

const PLACE = 'place '

/**
 * An account that is tried from one place is locked there. Tried from everywhere it is slowed down, so that a stranger does
 * not lock its owner out; so is the place, which a whole office may share.
 */
export function subjectsOf(account: string, ip: string | null): Subject[] {
  const name = account.toLowerCase()
  return [
    { name: `account ${name} from ${ip ?? 'nowhere'}`, free: 5, longestSeconds: LOCKED_SECONDS },
    { name: `account ${name}`, free: 20, longestSeconds: 30 },
    ...(ip === null ? [] : [{ name: PLACE + ip, free: 50, longestSeconds: 5 }]),
  ]
}

/** The mails that somebody causes, and those that a mailbox gets. */
export function mailSubjectsOf(causedBy: string, to: string): Subject[] {
  return [
    { name: `mails by ${causedBy}`, free: 30, longestSeconds: LOCKED_SECONDS },
    { name: `mails to ${to.toLowerCase()}`, free: 5, longestSeconds: LOCKED_SECONDS },
  ]
}
