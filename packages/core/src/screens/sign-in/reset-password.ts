/** A new password, by the link of a mail. */
import { resetPassword, resetPasswordBody } from '@basedeck/platform-client'
import { atom, type ReadableAtom } from 'nanostores'
import { createForm, type Form } from '../../kernel/form.js'
import type { Disposable } from '../../kernel/screen.js'
import type { Needs } from '../context.js'

/** The page behind the link of a mail, which takes a new password. */
export interface ResetPasswordScreen extends Disposable {
  readonly title: string
  /** `broken`: the address has no token. */
  readonly $status: ReadableAtom<'ask' | 'done' | 'broken'>
  readonly form: Form<{ token: string; password: string }>
  readonly signInHref: string
  readonly forgotHref: string
}

export function createResetPassword(
  { client, account, router }: Needs<'client' | 'router' | 'account'>,
  { title }: { title: string },
): ResetPasswordScreen {
  const token = new URLSearchParams(router.$route.get().location.search).get('token') ?? ''
  const $status = atom<'ask' | 'done' | 'broken'>(token === '' ? 'broken' : 'ask')
  return {
    title,
    $status,
    form: createForm({
      schema: resetPasswordBody,
      initial: { token, password: '' },
      async submit(body) {
        account.entered(await client.call(resetPassword, { body }))
        $status.set('done')
      },
    }),
    signInHref: router.href('signIn'),
    forgotHref: router.href('forgotPassword'),
    dispose() {},
  }
}
