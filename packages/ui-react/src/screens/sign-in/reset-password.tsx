import type { ResetPasswordScreen } from '@basedeck/core'
import { signInText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Entrance } from '../../elements/entrance.js'
import { Form } from '../../elements/form.js'
import { TextField } from '../../elements/text-field.js'
import { TextLink } from '../../elements/text-link.js'

export function ResetPassword({ screen }: { screen: ResetPasswordScreen }) {
  const status = useStore(screen.$status)
  const signIn = <TextLink href={screen.signInHref}>{signInText.back}</TextLink>
  if (status === 'done') {
    return (
      <Entrance title={signInText.resetDoneTitle} footer={signIn}>
        <p role="status">{signInText.resetDone}</p>
      </Entrance>
    )
  }
  const askAgain = <TextLink href={screen.forgotHref}>{signInText.askAgain}</TextLink>
  if (status === 'broken') {
    return (
      <Entrance title={signInText.resetBrokenTitle} footer={askAgain}>
        <p>{signInText.resetBroken}</p>
      </Entrance>
    )
  }
  return (
    <Entrance
      title={signInText.resetHeading}
      description={signInText.resetBody}
      isFlush
      footer={
        <>
          {askAgain}
          {signIn}
        </>
      }
    >
      <Form
        form={screen.form}
        submitLabel={signInText.resetSubmit}
        sendingLabel={signInText.resetSubmitting}
        isWide
      >
        <TextField
          form={screen.form}
          name="password"
          label={signInText.newPassword}
          hint={signInText.passwordHint}
          type="password"
          autoComplete="new-password"
          takesFocus
        />
      </Form>
    </Entrance>
  )
}
