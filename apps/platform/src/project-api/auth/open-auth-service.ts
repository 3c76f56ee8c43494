/** The auth service with all that it keeps: settings and signing keys of the projects. */
import type { Logger } from 'pino'
import { boundedMap } from '../../kernel/bounded-map.js'
import type { Service } from '../service.js'
import { actionOf, type AuditAction } from './audit-entry.js'
import { authDatabase } from './auth-database.js'
import type { AuthHost, CurrentKey } from './auth-host.js'
import type { AuthMails } from './auth-mails.js'
import { keepReadiness } from './auth-readiness.js'
import { createAuthService } from './auth-service.js'
import { EVEN_MS } from './even-time.js'
import { FORGET_CALLS } from './call-limits.js'
import { keepSettings } from '../kept-settings.js'
import { createTurns, type TakeTurn } from './turns.js'
import { createPasswordHashes, type PasswordHashes } from './password-hashes.js'

export interface AuthServiceHost {
  host: Omit<AuthHost, 'sendAuthMail'>
  mails: AuthMails
  ownOrigins(): readonly string[]
  /** As `createApi`. */
  trustProxy: boolean
  log: Pick<Logger, 'warn'>
  /** Called after an action is stored. Default: nothing is called. */
  onAction?(ref: string, action: AuditAction): void
  /** Default: argon2id or bcrypt. */
  hashes?: PasswordHashes
  /** Default: `EVEN_MS`. */
  evenMs?: number
}

export interface OpenAuthService {
  service: Service
  /** The project was changed: its settings, its keys, its status. */
  projectChanged(ref: string): void
}

/** Transactions of one project. */
const AT_ONCE = 4
const WAITING = 400
const MOST_PROJECTS = 10_000
/** Milliseconds for which a signing key is used on; one that no longer signs verifies for longer. */
const KEY_MS = 5000
/** Milliseconds between two times that what counts no more is forgotten. */
const TIDY_MS = 3_600_000

/** Of flows that nobody finished. */
const FORGET_FLOWS = {
  query: `delete from auth.flow_state where created_at < now() - interval '1 day'`,
  parameters: [],
}

export function openAuthService({
  host,
  mails,
  ownOrigins,
  trustProxy,
  log,
  onAction = () => {},
  hashes = createPasswordHashes(),
  evenMs = EVEN_MS,
}: AuthServiceHost): OpenAuthService {
  const settings = keepSettings(host.authConfig, 'auth_off')
  const readiness = keepReadiness(host.authReadiness)
  const keys = new Map<string, { until: number; key: Promise<CurrentKey | undefined> }>()
  const turns = boundedMap<TakeTurn>(MOST_PROJECTS)
  const tidied = new Map<string, number>()

  function currentSigningKey(ref: string): Promise<CurrentKey | undefined> {
    const now = performance.now()
    const known = keys.get(ref)
    if (known && known.until > now) return known.key
    const key = host.currentSigningKey(ref)
    keys.set(ref, { until: now + KEY_MS, key })
    key.catch(() => keys.delete(ref))
    return key
  }

  // Its sessions are the owner's, in which the dashboard works too: a flood of sign-ins must leave some of them free.
  const authBatch: AuthHost['authBatch'] = async (ref, request) => {
    const take = turns.getOrMake(ref, () => createTurns(AT_ONCE, WAITING))
    const outcome = await take(() => host.authBatch(ref, request))
    if (outcome.type === 'committed')
      for (const statement of request.statements) {
        const action = actionOf(statement)
        if (action !== undefined) onAction(ref, action)
      }
    return outcome
  }

  function tidy(ref: string): void {
    const now = performance.now()
    const last = tidied.get(ref)
    if (last !== undefined && now - last < TIDY_MS) return
    tidied.set(ref, now)
    // The first call of a project only notes the time: its database may have been opened for that call.
    if (last === undefined) return
    authDatabase({ authBatch }, ref)
      .transact([FORGET_CALLS, FORGET_FLOWS])
      .catch((err: unknown) => log.warn({ err, project: ref }, 'old counts of auth could not be deleted'))
  }

  return {
    service: createAuthService({
      // By name: what a thread asks the platform through has no members to be copied.
      host: {
        authBatch,
        currentSigningKey,
        callAuthHook: host.callAuthHook,
        isCaptchaSolved: host.isCaptchaSolved,
        leakedRange: host.leakedRange,
        sendTextMessage: host.sendTextMessage,
        beginAtProvider: host.beginAtProvider,
        finishAtProvider: host.finishAtProvider,
        checkIdToken: host.checkIdToken,
      },
      settings,
      readiness,
      hashes,
      mails,
      ownOrigins,
      trustProxy,
      tidy,
      evenMs,
      onHookFailed: (project, hook, reason) => log.warn({ project, hook, reason }, 'a hook of auth failed'),
      onProviderFailed: (project, provider, reason) =>
        log.warn({ project, provider, reason }, 'a sign-in by a provider failed'),
      onMessageFailed: (project, reason) =>
        log.warn({ project, reason }, 'a text message of auth could not be sent'),
      onMailFailed: (project, error) =>
        // The error may hold the address of the user.
        log.warn(
          { project, code: (error as { code?: unknown }).code },
          'a mail of auth could not be taken on',
        ),
    }),
    projectChanged(ref) {
      settings.forget(ref)
      readiness.forget(ref)
      keys.delete(ref)
    },
  }
}
