/** The link of an invitation: what is offered, and the way to accept it that fits who is here. */
import {
  acceptInvitation,
  displayName,
  newPassword,
  type InvitationOffer,
  type Profile,
} from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { invitationQuery } from '../../data/account.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, type MutationState } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { signInHref } from '../../rules/shell/gate.js'
import { invitationStep, type InvitationStep } from '../../rules/access/invitation.js'
import type { AuthState } from '../../sessions/account/account.js'
import type { Needs } from '../context.js'

/** What the page of an invitation shows. */
export type InvitationView =
  | { status: 'loading' }
  /** `retry` is missing where it would not help: there is no such invitation. */
  | { status: 'failed'; message: string; retry?: () => void }
  | { status: 'ready'; offer: InvitationOffer; step: InvitationStep }

/** The page behind the link of an invitation. */
export interface InvitationScreen extends Disposable {
  readonly title: string
  readonly $view: ReadableAtom<InvitationView>
  /** For who is signed in with the right address. */
  accept(): Promise<void>
  readonly $accepting: ReadableAtom<MutationState<unknown>>
  /** For who has no account yet. */
  readonly form: Form<{ first_name: string; password: string }>
  /** To the sign-in page, which leads back here. */
  signIn(): void
  readonly homeHref: string
  /** For who is signed in with another address. */
  signOut(): Promise<void>
}

/** Both belong to a new account; to the call they are optional, since it serves members too. */
const newcomerBody = v.object({ first_name: displayName('Your name'), password: newPassword })

export function createInvitation(
  context: Needs<'client' | 'queries' | 'router' | 'account'>,
  { token, title }: { token: string; title: string },
): InvitationScreen {
  const { client, account, queries, router } = context
  /** It is used up then, and asking again would find none. */
  const $isAccepted = atom(false)
  const $offer = computed(
    queries.follow(
      computed($isAccepted, (isAccepted) => (isAccepted ? null : invitationQuery(client, token))),
    ),
    (remote): Remote<InvitationOffer> => remote ?? { status: 'loading' },
  )

  async function join(body: { first_name?: string; password?: string }): Promise<void> {
    const { slug, state } = await client.call(acceptInvitation, { params: { token }, body })
    $isAccepted.set(true)
    account.entered(state)
    router.open(`/org/${encodeURIComponent(slug)}`, { replace: true })
  }
  const accepting = createMutation(queries, { call: () => join({}) })

  return {
    title,
    $view: computed([$offer, account.$authState, account.$profile], viewOf),
    accept: async () => void (await accepting.run(undefined)),
    $accepting: accepting.$state,
    form: createForm({
      schema: newcomerBody,
      initial: { first_name: '', password: '' },
      submit: join,
    }),
    signIn: () => router.open(signInHref(router.href('invitation', { token }))),
    homeHref: '/',
    signOut: () => account.leave('here'),
    dispose() {},
  }
}

function viewOf(
  offer: Remote<InvitationOffer>,
  { state }: AuthState,
  profile: Remote<Profile>,
): InvitationView {
  if (offer.status === 'failed') return failureOf(offer)
  if (offer.status === 'loading') return offer
  const isSignedOut = state?.status !== 'signed-in'
  if (isSignedOut) return { status: 'ready', offer: offer.data, step: invitationStep(offer.data, null) }
  if (profile.status === 'failed') return failureOf(profile)
  if (profile.status === 'loading') return profile
  const email = profile.data.primary_email ?? ''
  return { status: 'ready', offer: offer.data, step: invitationStep(offer.data, email) }
}

function failureOf({ error, retry }: Extract<Remote<unknown>, { status: 'failed' }>): InvitationView {
  const isRefused = error.kind === 'http' && (error.status ?? 0) < 500
  return { status: 'failed', message: error.message, ...(isRefused ? {} : { retry }) }
}
