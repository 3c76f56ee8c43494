/** `/account/security`: the password, the second factor, the sessions. */
import { changePassword, passwordBody } from '@basedeck/platform-client'
import { createForm, type Form } from '../../kernel/form.js'
import type { Disposable } from '../../kernel/screen.js'
import { accountText } from '../../text/account.js'
import type { Needs } from '../context.js'
import { createAccountPage, type AccountPage } from './account-page.js'
import { createEmailAddress, type EmailAddress } from './email-address.js'
import { createSecondFactor, type SecondFactor } from './second-factor.js'
import { createSessionList, type SessionList } from './sessions.js'

/** `/account/security`: password, second factor, sessions. */
export interface AccountSecurityScreen extends Disposable {
  readonly title: string
  readonly page: AccountPage
  readonly passwordForm: Form<{ current_password: string; password: string }>
  readonly emailAddress: EmailAddress
  readonly secondFactor: SecondFactor
  readonly sessions: SessionList
}

export function createAccountSecurity(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'account' | 'navigationHistory'>,
  { title }: { title: string },
): AccountSecurityScreen {
  const { client, queries, host } = context
  return {
    title,
    page: createAccountPage(context, 'security'),
    passwordForm: createForm({
      schema: passwordBody,
      initial: { current_password: '', password: '' },
      blames: { wrong_password: 'current_password' },
      async submit(body) {
        await client.call(changePassword, { body })
        queries.refresh(['account'])
        host.notifier.notify({ kind: 'success', message: accountText.passwordChanged })
      },
    }),
    emailAddress: createEmailAddress(context),
    secondFactor: createSecondFactor(context),
    sessions: createSessionList(context),
    dispose() {},
  }
}
