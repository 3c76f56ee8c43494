/** The way in: email and password, then the second factor or a recovery code. Where to go on to is the gate's. */
import { PlatformError, signIn, signInBody, verifySecondFactor } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { createForm, type Form } from '../../kernel/form.js'
import type { Disposable } from '../../kernel/screen.js'
import { signInText } from '../../text/sign-in.js'
import type { Needs } from '../context.js'
import {
  createSecondFactorForms,
  type SecondFactorForms,
  type SecondFactorProof,
} from './second-factor-forms.js'

export type SignInStep =
  | { name: 'password'; notice?: string }
  | { name: 'code'; email: string }
  | { name: 'recovery'; email: string }

/** The page of the sign-in. After it, the deck opens what was asked for. */
export interface SignInScreen extends SecondFactorForms, Disposable {
  readonly title: string
  readonly $step: ReadableAtom<SignInStep>
  readonly passwordForm: Form<{ email: string; password: string }>
  readonly forgotHref: string
  proveByRecoveryCode(): void
  proveByApp(): void
  /** Back to email and password. */
  startAgain(): Promise<void>
}

export function createSignIn(
  { client, account, router }: Needs<'client' | 'router' | 'account'>,
  { title }: { title: string },
): SignInScreen {
  const $usesRecovery = atom(false)
  const $notice = atom<string | undefined>(undefined)

  const prove = async (body: SecondFactorProof) => {
    try {
      account.entered(await client.call(verifySecondFactor, { body }))
    } catch (error) {
      // The time for the second factor is over, and so is this step.
      if (error instanceof PlatformError && error.code === 'signed_out') {
        account.entered({ status: 'signed-out' })
        $notice.set(signInText.tookTooLong)
      }
      throw error
    }
  }

  return {
    title,
    $step: computed(
      [account.$authState, $usesRecovery, $notice],
      ({ state }, usesRecovery, notice): SignInStep => {
        if (state?.status === 'second-factor-needed')
          return { name: usesRecovery ? 'recovery' : 'code', email: state.email }
        return { name: 'password', ...(notice === undefined ? {} : { notice }) }
      },
    ),
    passwordForm: createForm({
      schema: signInBody,
      initial: { email: '', password: '' },
      async submit(body) {
        account.entered(await client.call(signIn, { body }))
        $notice.set(undefined)
        $usesRecovery.set(false)
      },
    }),
    ...createSecondFactorForms(prove),
    forgotHref: router.href('forgotPassword'),
    proveByRecoveryCode: () => $usesRecovery.set(true),
    proveByApp: () => $usesRecovery.set(false),
    startAgain: () => account.leave('here'),
    dispose() {},
  }
}
