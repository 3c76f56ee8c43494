/**
 * The auth service as members of the project use it from the dashboard. It runs the same flows as a secret key, also while the
 * service is off for applications.
 */
import type { Logger } from 'pino'
import { authConfigOf } from '../../control/auth-settings.js'
import type { ControlDatabase } from '../../control/control-database.js'
import { currentSigningKey } from '../../control/current-signing-key.js'
import { createProjectKeys } from '../../control/project-keys.js'
import { EngineError } from '../../engines/engine.js'
import { DomainError, type DomainErrorCode } from '../../kernel/domain-error.js'
import type { AuthMails } from '../../mail/auth/auth-mails.js'
import type { Outgoing } from '../../outgoing/outgoing.js'
import type { ProjectLife } from '../../project-life/project-life.js'
import type { SecretBox } from '../../secrets/secret-box.js'
import { callAuthHook } from '../../services/auth-hooks.js'
import { leakedRange } from '../../services/leaked-passwords.js'
import { sendTextMessage } from '../../services/text-messages.js'
import { createSignInProviders } from '../../sign-in-providers/sign-in-providers.js'
import type { AuthUserFlow, AuthUserRequest, AuthUsers } from '../../services/auth-users.js'
import { authReadinessIn, batchAsAuth } from '../thread/auth-batch.js'
import type { AuthCall, AuthFlow } from './auth-call.js'
import { AuthError } from './auth-error.js'
import type { AuthMail } from './auth-mails.js'
import { keepReadiness } from './auth-readiness.js'
import type { AuthErrorCode } from './family-names.js'
import { invite } from './flows/admin-links.js'
import { createUser, deleteUser, updateUser } from './flows/admin-users.js'
import { deleteFactorAsAdmin } from './flows/factors.js'
import { sendRecovery } from './flows/mailed-sign-in.js'
import { actAsUser, addressOf, endSessions, removeIdentity, replaceMetadata } from './flows/members.js'
import { askMailHook } from './hooks/mail-hook.js'
import { makeAuthCall } from './make-auth-call.js'
import { metadataIn } from './metadata.js'
import { createPasswordHashes } from './password-hashes.js'

export interface MemberCallDeps {
  control: ControlDatabase
  box: SecretBox
  life: Pick<ProjectLife, 'database'>
  mails: Pick<AuthMails, 'send'>
  outgoing: Pick<Outgoing, 'call'>
  /** Of leaked passwords; undefined: the operator named no service. */
  leakedPasswordsUrl: string | undefined
  /** Where the projects' API is reached. */
  apiUrl(): string
  log: Pick<Logger, 'warn'>
}

export function createAuthUsers(deps: MemberCallDeps): AuthUsers {
  const { control, box, life, outgoing, log } = deps
  const keysOf = createProjectKeys(control, box)
  const readiness = keepReadiness(async (ref) => authReadinessIn(await life.database(ref)))
  const hashes = createPasswordHashes()
  const providers = createSignInProviders({ control, box, outgoing })

  async function callOf(
    { ref, origin, params, body }: AuthUserRequest,
    mails: AuthMail[],
  ): Promise<AuthCall> {
    const settings = await authConfigOf(control, ref)
    if (!settings) throw new DomainError('project_not_found')
    // It may have been prepared a moment ago.
    readiness.forget(ref)
    await readiness.require(ref)
    const keys = await keysOf(ref)
    if (!keys) throw new DomainError('project_not_found')
    return makeAuthCall(
      {
        host: {
          authBatch: async (project, request) => batchAsAuth(await life.database(project), request),
          currentSigningKey: (project) => currentSigningKey(control, box, project),
          callAuthHook: (project, hook, event) =>
            callAuthHook({ control, box, outgoing, now: () => new Date() }, project, { hook, body: event }),
          sendTextMessage: (project, message) =>
            sendTextMessage({ control, box, outgoing }, project, message),
          beginAtProvider: providers.begin,
          finishAtProvider: providers.finish,
          checkIdToken: providers.check,
          leakedRange: (prefix) => leakedRange({ outgoing, url: deps.leakedPasswordsUrl, log }, prefix),
        },
        hashes,
        onHookFailed: (project, hook, reason) => log.warn({ project, hook, reason }, 'a hook of auth failed'),
        onMessageFailed: (project, reason) =>
          log.warn({ project, reason }, 'a text message could not be sent'),
        onProviderFailed: (project, provider, reason) =>
          log.warn({ project, provider, reason }, 'a provider of auth failed'),
      },
      {
        ref,
        settings,
        textKey: keys.address,
        mail: (mail) => void mails.push(mail),
        issuer: `${deps.apiUrl()}/${ref}/auth/v1`,
        ip: origin.ip,
        userAgent: origin.userAgent,
        origin: deps.apiUrl(),
        cookie: () => undefined,
        form: async () => new URLSearchParams(),
        query: new URLSearchParams(),
        params,
        claims: {},
        role: 'service_role',
        body: async () => ({ ...body }),
      },
    )
  }

  return {
    async run(flow, request) {
      const mails: AuthMail[] = []
      try {
        const call = await callOf(request, mails)
        const { body } = await FLOWS[flow](call, request)
        // The call waits for the mails, so that the member is told when one could not be sent.
        if (call.settings.hook_send_email_enabled) await askMailHook(call, mails)
        else for (const mail of mails) await deps.mails.send(request.ref, mail)
        return (body ?? {}) as Record<string, unknown>
      } catch (error) {
        throw asDomainError(error)
      }
    },
  }
}

const FLOWS: Readonly<
  Record<AuthUserFlow, (call: AuthCall, request: AuthUserRequest) => ReturnType<AuthFlow>>
> = {
  create,
  invite,
  update: updateUser,
  metadata: replaceMetadata,
  delete: deleteUser,
  async recover(call) {
    const email = await addressOf(call)
    return sendRecovery({ ...call, body: async () => ({ email }) })
  },
  'sign-out': endSessions,
  'end-session': endSessions,
  'remove-factor': deleteFactorAsAdmin,
  'remove-identity': removeIdentity,
  act: (call, { member }) => actAsUser(call, member),
}

/** Metadata comes as a text, as its form has it. */
async function create(call: AuthCall): ReturnType<AuthFlow> {
  const { json, ...body } = await call.body()
  const metadata = typeof json === 'string' ? { user_metadata: metadataIn(json) } : {}
  return createUser({ ...call, body: async () => ({ ...body, ...metadata }) })
}

/** The codes of the family that say more than that it was refused. */
const CODES: Readonly<Partial<Record<AuthErrorCode, DomainErrorCode>>> = {
  user_not_found: 'auth_user_not_found',
  session_not_found: 'auth_user_not_found',
  mfa_factor_not_found: 'auth_user_not_found',
  identity_not_found: 'auth_user_not_found',
  email_exists: 'auth_user_exists',
  phone_exists: 'auth_user_exists',
  over_request_rate_limit: 'too_many_requests',
  over_email_send_rate_limit: 'too_many_requests',
  feature_disabled: 'auth_not_prepared',
}

function asDomainError(error: unknown): unknown {
  if (error instanceof EngineError || !(error instanceof AuthError)) return error
  const code = CODES[error.code] ?? 'auth_refused'
  const sentence = code === 'auth_user_not_found' || code === 'auth_user_exists' ? undefined : error.message
  return new DomainError(code, sentence, { cause: error, more: { reason: error.code, ...error.more } })
}
