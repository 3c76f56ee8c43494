/** One of the two confirmations of another address, by the link of a mail. A program that opens links confirms nothing. */
import { confirmEmail, type EmailConfirmation } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { profileQuery } from '../../data/account.js'
import { createMutation, type MutationState } from '../../kernel/mutation.js'
import type { Disposable } from '../../kernel/screen.js'
import type { Needs } from '../context.js'

/** The page behind the link of a mail about another address. */
export interface ConfirmEmailScreen extends Disposable {
  readonly title: string
  /** The address has no token. */
  readonly isBroken: boolean
  confirm(): Promise<void>
  readonly $state: ReadableAtom<MutationState<EmailConfirmation>>
  readonly $isBusy: ReadableAtom<boolean>
  readonly homeHref: string
}

export function createConfirmEmail(
  { client, queries, router }: Needs<'client' | 'queries' | 'router'>,
  { title }: { title: string },
): ConfirmEmailScreen {
  const token = new URLSearchParams(router.$route.get().location.search).get('token') ?? ''
  const confirming = createMutation(queries, {
    call: () => client.call(confirmEmail, { body: { token } }),
    refreshes: () => [profileQuery(client).key],
  })
  return {
    title,
    isBroken: token === '',
    confirm: async () => void (await confirming.run(undefined)),
    $state: confirming.$state,
    $isBusy: computed(confirming.$state, ({ status }) => status === 'running'),
    homeHref: '/',
    dispose() {},
  }
}
