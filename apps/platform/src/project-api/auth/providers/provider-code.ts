/**
 * The end of a flow of PKCE at a provider: a code, for which the application gets the session, and with it what was sealed for
 * that code – the tokens of the provider, and the identity that is to be linked. Linking waits for the code too: it belongs to
 * the browser that began it.
 */
import { randomUUID } from 'node:crypto'
import type { ProviderProfile } from '@basedeck/core/rules'
import { AUTH_PROVIDERS } from '@basedeck/platform-client/contract'
import type { AuthCall, Statements } from '../auth-call.js'
import type { CodeChallenge } from '../code-flow.js'
import { linkStatements } from './linked-identity.js'
import type { ProviderFlow } from './provider-flow.js'
import { providerUser } from './provider-user.js'

interface Sealed {
  tokens: Readonly<Record<string, unknown>>
  /** Of an identity that is to be linked. */
  link?: ProviderProfile
}

/** Gives the code. @throws AuthError */
export async function codeForProvider(
  call: AuthCall,
  flow: ProviderFlow & { challenge: CodeChallenge },
  { profile, tokens, target }: { profile: ProviderProfile; tokens: Sealed['tokens']; target: string },
): Promise<string> {
  const { provider, linksTo, challenge, invite } = flow
  const code = call.texts.newAuthCode()
  // Whether it can be linked is said now, and looked at again then.
  if (linksTo) await linkStatements(call, linksTo, { provider, profile })
  const found = linksTo
    ? { userId: linksTo, statements: [] }
    : await providerUser(call, { provider, profile, target, invite })
  const sealed: Sealed = { tokens, ...(linksTo !== undefined && { link: profile }) }
  await call.database.transact([
    ...found.statements,
    {
      query: `insert into auth.flow_state (id, user_id, auth_code, auth_code_issued_at, code_challenge_method, code_challenge,
          provider_type, provider_access_token, linking_target_id, authentication_method, created_at, updated_at)
        values ($1, $2, $3, now(), $4::auth.code_challenge_method, $5, $6, $7, $8, 'oauth', now(), now())`,
      parameters: [
        randomUUID(),
        found.userId,
        call.texts.hash('auth-code', code),
        challenge.method,
        challenge.challenge,
        provider,
        call.texts.seal(code, JSON.stringify(sealed)),
        linksTo ?? null,
      ],
    },
  ])
  return code
}

/** What a code brings besides its session. @param row of `auth.flow_state` @throws AuthError of the linking */
export async function sealedInCode(
  call: AuthCall,
  code: string,
  row: Readonly<Record<string, string | null>>,
): Promise<{ statements: Statements; tokens: Sealed['tokens'] }> {
  const provider = AUTH_PROVIDERS.find((one) => one === row['provider'])
  const opened = row['sealed'] && call.texts.open(code, row['sealed'])
  if (!opened || !provider) return { statements: [], tokens: {} }
  const { tokens, link } = JSON.parse(opened) as Sealed
  const target = row['links_to']
  return {
    tokens,
    statements: link && target ? await linkStatements(call, target, { provider, profile: link }) : [],
  }
}
