/** A session for the code of PKCE together with the secret that the flow was begun with. */
import { textIn, type AuthAnswer, type AuthCall } from '../auth-call.js'
import { auditStatement } from '../audit-entry.js'
import { AuthError } from '../auth-error.js'
import { isVerifier } from '../code-flow.js'
import {
  beginSession,
  requireAdmitted,
  sessionAnswer,
  sessionStatements,
  type AuthMethod,
} from '../issued-session.js'
import { callerLimit, countedRead } from '../mailed-link.js'
import { notifyOfLink } from '../notifications.js'
import { sealedInCode } from '../providers/provider-code.js'
import { BY_ID, userIn, userStatement } from '../user-rows.js'

/** Seconds in which a code is used. */
const CODE_S = 300

export async function codeGrant(call: AuthCall): Promise<AuthAnswer> {
  const body = await call.body()
  const [code, verifier] = [textIn(body, 'auth_code') ?? '', textIn(body, 'code_verifier') ?? '']
  if (code === '' || verifier === '')
    throw new AuthError('validation_failed', {
      message: 'invalid request: both auth code and code verifier should be non-empty',
    })
  const [[flow] = []] = await countedRead(
    call,
    [callerLimit(call, 'token', call.settings.rate_limit_token_refresh)],
    [
      {
        query: `select id::text as id, user_id::text as user_id, code_challenge as challenge, authentication_method as method,
          provider_type as provider, provider_access_token as sealed, linking_target_id::text as links_to, code_challenge_method::text as challenge_method, (extract(epoch from now() - auth_code_issued_at) > ${CODE_S})::text as is_over
        from auth.flow_state where auth_code = $1`,
        parameters: [call.texts.hash('auth-code', code)],
      },
    ],
  )
  const userId = flow?.['user_id']
  if (!flow || !userId) throw new AuthError('flow_state_not_found')
  if (flow['is_over'] === 'true') throw new AuthError('flow_state_expired')
  if (!isVerifier(verifier, flow['challenge'] ?? '', flow['challenge_method'] ?? 's256'))
    throw new AuthError('bad_code_verifier')
  const user = userIn((await call.database.transact([userStatement(BY_ID, [userId])])).at(-1))
  if (!user) throw new AuthError('user_not_found')
  requireAdmitted(user)
  const provider = flow['provider'] ?? 'email'
  const sealed = await sealedInCode(call, code, flow)
  const session = beginSession(call, { userId, provider, method: (flow['method'] ?? 'otp') as AuthMethod })
  const results = await call.database
    .transact([
      // A code works once.
      { query: 'delete from auth.flow_state where id = $1', parameters: [flow['id'] ?? null], expectRows: 1 },
      ...sealed.statements,
      ...session.statements,
      auditStatement({ action: 'login', actor: user, ip: call.ip, traits: { provider } }),
      ...sessionStatements(userId, session.id),
    ])
    .catch((error: unknown) => {
      throw error instanceof AuthError && error.code === 'conflict'
        ? new AuthError('flow_state_not_found')
        : error
    })
  if (sealed.statements.length > 0) await notifyOfLink(call, userId, provider)
  return { body: { ...(await sessionAnswer(call, results, session)), ...sealed.tokens } }
}
