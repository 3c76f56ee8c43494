/** A part of the page of signing keys: sign-in services of others whose tokens the project accepts. */
import { tokenIssuerBody, type TokenIssuer } from '@basedeck/platform-client'
import { atom, type ReadableAtom } from 'nanostores'
import { tokenIssuerAddition, tokenIssuerRemoval, tokenIssuersQuery } from '../../data/signing-keys.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { ControlState } from '../../sessions/account/rights.js'
import { signingKeysText } from '../../text/signing-keys.js'
import type { Needs } from '../context.js'

const text = signingKeysText.issuers

/** One sign-in service as its row shows it. */
export type TokenIssuerRow = TokenIssuer

/** The sign-in services that a project trusts. */
export interface TokenIssuers {
  readonly $mayAdd: ReadableAtom<ControlState>
  readonly $mayRemove: ReadableAtom<ControlState>
  readonly $issuers: ReadableAtom<Remote<TokenIssuer[]>>
  /** Whether the form is open. */
  readonly $isAdding: ReadableAtom<boolean>
  readonly form: Form<{ issuer: string; jwks_url: string; audience?: string | undefined }>
  add(): void
  closeAdd(): void
  readonly removal: Confirmation<TokenIssuer>
}

export function createTokenIssuers(
  { client, queries, host }: Needs<'host' | 'client' | 'queries'>,
  {
    ref,
    $mayAdd,
    $mayRemove,
  }: { ref: string; $mayAdd: ReadableAtom<ControlState>; $mayRemove: ReadableAtom<ControlState> },
): TokenIssuers {
  const $isAdding = atom(false)
  const removing = createMutation(queries, tokenIssuerRemoval(client, ref))
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })
  return {
    $mayAdd,
    $mayRemove,
    $issuers: queries.store(tokenIssuersQuery(client, ref)),
    $isAdding,
    form: createForm({
      schema: tokenIssuerBody,
      initial: { issuer: '', jwks_url: '', audience: '' },
      blames: { issuer_taken: 'issuer', issuer_unreachable: 'jwks_url' },
      async submit(body) {
        const { issuer } = await mutate(queries, tokenIssuerAddition(client, ref), body)
        $isAdding.set(false)
        success(text.added(issuer))
      },
    }),
    add: () => $isAdding.set(true),
    closeAdd: () => $isAdding.set(false),
    removal: createConfirmation(async ({ id, issuer }) => {
      const outcome = await removing.run({ id })
      if (outcome.type === 'done') success(text.removed(issuer))
      return outcome
    }),
  }
}
