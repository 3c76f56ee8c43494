/** The auth service over a running app, in the thread of the test. What would be mailed is kept in a list. */
import { readAllowedHosts } from '../src/outgoing/allowed-hosts.js'
import { createOutgoing, type Outgoing } from '../src/outgoing/outgoing.js'
import { callAuthHook } from '../src/services/auth-hooks.js'
import { sendTextMessage } from '../src/services/text-messages.js'
import { leakedRange } from '../src/services/leaked-passwords.js'
import { isCaptchaSolved } from '../src/services/captcha.js'
import { createSignInProviders } from '../src/sign-in-providers/sign-in-providers.js'
import { pino } from 'pino'
import { currentSigningKey } from '../src/control/current-signing-key.js'
import { authConfigOf } from '../src/control/auth-settings.js'
import type { AuthMail } from '../src/project-api/auth/auth-mails.js'
import {
  openAuthService,
  type AuthServiceHost,
  type OpenAuthService,
} from '../src/project-api/auth/open-auth-service.js'
import { authReadinessIn, batchAsAuth } from '../src/project-api/thread/auth-batch.js'
import type { RunningApp } from './running-app.js'

export interface OpenedAuth extends OpenAuthService {
  mails: AuthMail[]
}

/** Where the service of leaked passwords would be. */
const LEAKED_PASSWORDS = 'https://passwords.example.com/range'

export function openAuth(
  { life, control, box }: Pick<RunningApp, 'life' | 'control' | 'box'>,
  ownOrigins: () => readonly string[],
  outgoing: Pick<Outgoing, 'call'> = createOutgoing({ userAgent: 'test', allowed: readAllowedHosts('') }),
): OpenedAuth {
  const mails: AuthMail[] = []
  const providers = createSignInProviders({ control, box, outgoing })
  const log = pino({ level: 'silent' })
  const host: AuthServiceHost['host'] = {
    authConfig: (ref) => authConfigOf(control, ref),
    currentSigningKey: (ref) => currentSigningKey(control, box, ref),
    authReadiness: async (ref) => authReadinessIn(await life.database(ref)),
    authBatch: async (ref, request) => batchAsAuth(await life.database(ref), request),
    beginAtProvider: providers.begin,
    finishAtProvider: providers.finish,
    checkIdToken: providers.check,
    sendTextMessage: (ref, message) => sendTextMessage({ control, box, outgoing }, ref, message),
    leakedRange: (prefix) => leakedRange({ outgoing, url: LEAKED_PASSWORDS, log }, prefix),
    isCaptchaSolved: (ref, answer) => isCaptchaSolved({ control, box, outgoing }, ref, answer),
    callAuthHook: async (ref, hook, body) =>
      callAuthHook({ control, box, outgoing, now: () => new Date() }, ref, { hook, body }),
  }
  const opened = openAuthService({
    // As in the thread: it has no members of its own, and answers what is asked for by name.
    host: new Proxy(host, { ownKeys: () => [] }),
    mails: { send: async (_, mail) => void mails.push(mail) },
    ownOrigins,
    trustProxy: false,
    evenMs: 0,
    log,
  })
  return { ...opened, mails }
}
