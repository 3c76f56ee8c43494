import type { ForgotPasswordScreen } from '@basedeck/core'
import { signInText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Entrance } from '../../elements/entrance.js'
import { Form } from '../../elements/form.js'
import { SecretField } from '../../elements/secret-field.js'
import { TextField } from '../../elements/text-field.js'
import { TextLink } from '../../elements/text-link.js'

export function ForgotPassword({ screen }: { screen: ForgotPasswordScreen }) {
  const view = useStore(screen.$view)
  const back = <TextLink href={screen.signInHref}>{signInText.back}</TextLink>
  if (view.status === 'sent') {
    return (
      <Entrance title={signInText.forgotSentTitle} footer={back}>
        <p role="status">{signInText.forgotSent(view.email)}</p>
      </Entrance>
    )
  }
  if (view.status === 'no-mail') {
    return (
      <Entrance title={signInText.forgotHeading} description={signInText.noMailTitle} footer={back}>
        <p>{signInText.noMailBody}</p>
        <SecretField
          label={signInText.command}
          value={signInText.noMailCommand}
          note={null}
          onCopy={screen.copy}
        />
      </Entrance>
    )
  }
  return (
    <Entrance title={signInText.forgotHeading} description={signInText.forgotBody} isFlush footer={back}>
      <Form
        form={screen.form}
        submitLabel={signInText.forgotSubmit}
        sendingLabel={signInText.forgotSubmitting}
        isWide
      >
        <TextField
          form={screen.form}
          name="email"
          label={signInText.email}
          type="email"
          autoComplete="username"
          takesFocus
        />
      </Form>
    </Entrance>
  )
}
