import type { AccountSecurityScreen } from '@basedeck/core'
import { accountText } from '@basedeck/core/text'
import { Form } from '../../elements/form.js'
import { Section } from '../../elements/section.js'
import { TextField } from '../../elements/text-field.js'
import { AccountFrame } from './account-frame.js'
import { EmailSection } from './email-section.js'
import { SecondFactorSection } from './second-factor.js'
import { SessionsSection } from './sessions.js'

export function AccountSecurity({ screen }: { screen: AccountSecurityScreen }) {
  return (
    <AccountFrame
      page={screen.page}
      title={screen.title}
      description={accountText.securityBody}
      withoutAccounts={accountText.noAccounts.security}
    >
      <PasswordSection screen={screen} />
      <EmailSection model={screen.emailAddress} />
      <SecondFactorSection model={screen.secondFactor} />
      <SessionsSection model={screen.sessions} />
    </AccountFrame>
  )
}

function PasswordSection({ screen: { passwordForm } }: { screen: AccountSecurityScreen }) {
  return (
    <Section title={accountText.passwordTitle} description={accountText.passwordBody} isFlush>
      <Form
        form={passwordForm}
        submitLabel={accountText.changePassword}
        sendingLabel={accountText.changing}
        isEdit
      >
        <TextField
          form={passwordForm}
          name="current_password"
          label={accountText.currentPassword}
          type="password"
          autoComplete="current-password"
        />
        <TextField
          form={passwordForm}
          name="password"
          label={accountText.newPassword}
          hint={accountText.passwordHint}
          type="password"
          autoComplete="new-password"
        />
      </Form>
    </Section>
  )
}
