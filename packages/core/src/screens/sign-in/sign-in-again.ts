/** In place of a session that ended under an open page: the same person's password, then the second factor. */
import {
  PlatformError,
  signIn,
  signInBody,
  verifySecondFactor,
  type SignInState,
  type SignedInPerson,
} from '@basedeck/platform-client'
import { atom, type ReadableAtom } from 'nanostores'
import { object } from 'valibot'
import { createForm, type Form } from '../../kernel/form.js'
import type { Disposable } from '../../kernel/screen.js'
import { signInText } from '../../text/sign-in.js'
import type { Needs } from '../context.js'
import {
  createSecondFactorForms,
  type SecondFactorForms,
  type SecondFactorProof,
} from './second-factor-forms.js'

/** Asks the same person to sign in again, over the page that is open. */
export interface SignInAgain extends SecondFactorForms, Disposable {
  readonly email: string
  readonly $step: ReadableAtom<'password' | 'code' | 'recovery'>
  /** Why it starts again. */
  readonly $notice: ReadableAtom<string | null>
  readonly passwordForm: Form<{ password: string }>
  proveByRecoveryCode(): void
  proveByApp(): void
  /** Signs in with another account, and leaves the page. */
  useAnotherAccount(): void
}

export function createSignInAgain(
  { client, account }: Needs<'client' | 'account'>,
  { email }: SignedInPerson,
): SignInAgain {
  const $step = atom<'password' | 'code' | 'recovery'>('password')
  const $notice = atom<string | null>(null)

  const goOn = (state: SignInState) => {
    $notice.set(null)
    if (state.status === 'second-factor-needed') $step.set('code')
    else account.entered(state)
  }
  const prove = async (body: SecondFactorProof) => {
    try {
      goOn(await client.call(verifySecondFactor, { body }))
    } catch (error) {
      // The time for the second factor is over: the password is asked for once more.
      if (!(error instanceof PlatformError) || error.code !== 'signed_out') throw error
      $step.set('password')
      $notice.set(signInText.tookTooLong)
    }
  }

  return {
    email,
    $step,
    $notice,
    passwordForm: createForm({
      schema: object({ password: signInBody.entries.password }),
      initial: { password: '' },
      blames: { wrong_credentials: 'password' },
      submit: async ({ password }) => {
        try {
          goOn(await client.call(signIn, { body: { email, password } }))
        } catch (error) {
          if (!(error instanceof PlatformError) || error.code !== 'wrong_credentials') throw error
          // The address stands fixed above the field.
          throw new PlatformError(error.kind, signInText.wrongPassword, { code: error.code })
        }
      },
    }),
    ...createSecondFactorForms(prove),
    proveByRecoveryCode: () => $step.set('recovery'),
    proveByApp: () => $step.set('code'),
    useAnotherAccount: () => account.giveUp(),
    dispose() {},
  }
}
