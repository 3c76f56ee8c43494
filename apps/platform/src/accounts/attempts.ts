/**
 * Slows down guessing: after some failures for one subject, each attempt must wait twice as long as the one before.
 * An attempt counts as failed from its start, so that parallel attempts don't avoid the delay. The counts are in the
 * control plane, so that restarts and other processes don't avoid it either.
 */
import type { ControlDatabase } from '../control/control-database.js'
import { DomainError, type DomainErrorCode } from '../kernel/domain-error.js'

const FIRST_WAIT_SECONDS = 5
const LOCKED_SECONDS = 15 * 60
/** Older failures are not counted. */
const MEMORY_SECONDS = 60 * 60

/** What failures are counted for: an account, an address, or both. */
export interface Subject {
  name: string
  /** How many failures cause no delay. */
  free: number
  /** The longest delay. */
  longestSeconds: number
}

export interface Attempts {
  /** @throws DomainError `refusal` with the seconds to wait. Default: too_many_attempts */
  begin(subjects: readonly Subject[], refusal?: 'too_many_attempts' | 'too_many_invitations'): Promise<void>
  /** The attempt succeeded: forgets the failures of the account, and takes back only this attempt's own count of its address. */
  succeeded(subjects: readonly Subject[]): Promise<void>
}

export function createAttempts(control: ControlDatabase): Attempts {
  return {
    async begin(subjects, code = 'too_many_attempts') {
      const written = await control.write(subjects.map(countOne))
      if (!written.ok) throw await refusal(subjects, code)
    },
    async succeeded(subjects) {
      await control.write(
        subjects.map(({ name }) => ({
          sql: name.startsWith(ADDRESS)
            ? 'update control.attempts set failures = greatest(failures - 1, 0) where subject = $1'
            : 'delete from control.attempts where subject = $1',
          parameters: [name],
        })),
      )
    },
  }

  async function refusal(subjects: readonly Subject[], code: DomainErrorCode): Promise<DomainError> {
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
    return new DomainError(code, undefined, {
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
      where a.failures < ${free} or a.last_failed_at <= now() - make_interval(secs =>
        least(${longestSeconds}, ${FIRST_WAIT_SECONDS} * 2 ^ least(a.failures - ${free}, 20)))`,
    parameters: [name],
    expect: 1,
  }
}

/** How long the attempt after so many failures must wait. */
export function waitSeconds(failures: number, { free, longestSeconds }: Omit<Subject, 'name'>): number {
  if (failures < free) return 0
  return Math.min(longestSeconds, FIRST_WAIT_SECONDS * 2 ** (failures - free))
}

/** Begins the names of subjects that are addresses: counts are stored under it. */
const ADDRESS = 'place '

/**
 * Attempts on an account from one address lock the account for that address. Attempts from many addresses only slow
 * the account down, so that a stranger can't lock its owner out. An address is only slowed down too, because a whole
 * office may share it.
 */
export function subjectsOf(account: string, ip: string | null): Subject[] {
  const name = account.toLowerCase()
  return [
    { name: `account ${name} from ${ip ?? 'nowhere'}`, free: 5, longestSeconds: LOCKED_SECONDS },
    { name: `account ${name}`, free: 20, longestSeconds: 30 },
    ...addressSubjectsOf(ip),
  ]
}

/** An address alone: what comes from it names no account, such as a body that can't be read. */
export function addressSubjectsOf(ip: string | null): Subject[] {
  return ip === null ? [] : [{ name: ADDRESS + ip, free: 50, longestSeconds: 5 }]
}

/** Limits the mails that one person causes, and those that one mailbox receives. */
export function mailSubjectsOf(causedBy: string, to: string): Subject[] {
  return [
    { name: `mails by ${causedBy}`, free: 30, longestSeconds: LOCKED_SECONDS },
    { name: `mails to ${to.toLowerCase()}`, free: 5, longestSeconds: LOCKED_SECONDS },
  ]
}

/** Limits mailed invitations: a team of a hundred is invited at once, and once more for those who lost theirs. */
export function invitationSubjectsOf(causedBy: string, to: string): Subject[] {
  const [, mailbox] = mailSubjectsOf(causedBy, to)
  return [
    { name: `invitations by ${causedBy}`, free: 250, longestSeconds: LOCKED_SECONDS },
    ...(mailbox ? [mailbox] : []),
  ]
}
