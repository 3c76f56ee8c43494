/** Asks for a link by mail to choose a new password; without a mail server, says who can make one. */
import { forgotPassword, forgotPasswordBody } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { copyText } from '../../kernel/copy-text.js'
import { createForm, type Form } from '../../kernel/form.js'
import type { Disposable } from '../../kernel/screen.js'
import type { Needs } from '../context.js'

export type ForgotPasswordView = { status: 'ask' } | { status: 'sent'; email: string } | { status: 'no-mail' }

/** The page that asks for a link to choose a new password. */
export interface ForgotPasswordScreen extends Disposable {
  readonly title: string
  readonly $view: ReadableAtom<ForgotPasswordView>
  readonly form: Form<{ email: string }>
  readonly signInHref: string
  copy(text: string): Promise<boolean>
}

export function createForgotPassword(
  { client, $runtime, router, host }: Needs<'host' | 'client' | 'router' | '$runtime'>,
  { title }: { title: string },
): ForgotPasswordScreen {
  const $sentTo = atom<string | null>(null)
  return {
    title,
    $view: computed([$runtime, $sentTo], (runtime, email): ForgotPasswordView => {
      if (email !== null) return { status: 'sent', email }
      return { status: runtime.status === 'ready' && !runtime.data.mail ? 'no-mail' : 'ask' }
    }),
    form: createForm({
      schema: forgotPasswordBody,
      initial: { email: '' },
      async submit(body) {
        await client.call(forgotPassword, { body })
        $sentTo.set(body.email)
      },
    }),
    signInHref: router.href('signIn'),
    copy: (text) => copyText(host, text),
    dispose() {},
  }
}
