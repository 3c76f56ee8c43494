/** The address of the account: a form for another one, or what a change still waits for. */
import type { EmailAddress } from '@basedeck/core'
import { accountText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { Form } from '../../elements/form.js'
import { Section } from '../../elements/section.js'
import { TextField } from '../../elements/text-field.js'

export function EmailSection({ model }: { model: EmailAddress }) {
  const email = useStore(model.$email)
  const waiting = useStore(model.$waiting)
  const isCancelling = useStore(model.$isCancelling)
  if (email === '') return null
  if (waiting !== null)
    return (
      <Section
        title={accountText.emailTitle}
        description={accountText.emailBody(email)}
        footer={
          <Button aria-disabled={isCancelling} onClick={() => !isCancelling && void model.cancel()}>
            {accountText.cancelEmailChange}
          </Button>
        }
      >
        <p role="status">{waiting}</p>
      </Section>
    )
  return (
    <Section title={accountText.emailTitle} description={accountText.emailBody(email)} isFlush>
      <Form
        form={model.form}
        submitLabel={accountText.changeEmail}
        sendingLabel={accountText.changing}
        isEdit
      >
        <TextField
          form={model.form}
          name="email"
          label={accountText.newEmail}
          type="email"
          autoComplete="email"
        />
        <TextField
          form={model.form}
          name="password"
          label={accountText.currentPassword}
          type="password"
          autoComplete="current-password"
        />
      </Form>
    </Section>
  )
}
