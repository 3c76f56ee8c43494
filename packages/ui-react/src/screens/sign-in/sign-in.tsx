import type { SignInScreen } from '@basedeck/core'
import { signInText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Entrance } from '../../elements/entrance.js'
import { Form } from '../../elements/form.js'
import { TextField } from '../../elements/text-field.js'
import { TextButton, TextLink } from '../../elements/text-link.js'

export function SignIn({ screen }: { screen: SignInScreen }) {
  const step = useStore(screen.$step)
  if (step.name === 'password') return <Password screen={screen} notice={step.notice} />
  const isRecovery = step.name === 'recovery'
  return (
    <Entrance
      title={signInText.secondFactorTitle}
      description={isRecovery ? signInText.recoveryBody : signInText.secondFactorBody(step.email)}
      isFlush
      footer={
        <>
          <TextButton onClick={isRecovery ? screen.proveByApp : screen.proveByRecoveryCode}>
            {isRecovery ? signInText.appInstead : signInText.recoveryInstead}
          </TextButton>
          <TextButton onClick={() => void screen.startAgain()}>{signInText.otherAccount}</TextButton>
        </>
      }
    >
      {isRecovery ? <Recovery screen={screen} /> : <Code screen={screen} />}
    </Entrance>
  )
}

function Password({ screen, notice }: { screen: SignInScreen; notice: string | undefined }) {
  return (
    <Entrance
      title={signInText.heading}
      description={notice}
      isFlush
      footer={<TextLink href={screen.forgotHref}>{signInText.forgot}</TextLink>}
    >
      <Form
        form={screen.passwordForm}
        submitLabel={signInText.submit}
        sendingLabel={signInText.submitting}
        isWide
      >
        <TextField
          form={screen.passwordForm}
          name="email"
          label={signInText.email}
          type="email"
          autoComplete="username"
          takesFocus
        />
        <TextField
          form={screen.passwordForm}
          name="password"
          label={signInText.password}
          type="password"
          autoComplete="current-password"
        />
      </Form>
    </Entrance>
  )
}

function Code({ screen }: { screen: SignInScreen }) {
  return (
    <Form form={screen.codeForm} submitLabel={signInText.verify} sendingLabel={signInText.verifying} isWide>
      <TextField
        form={screen.codeForm}
        name="code"
        label={signInText.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        isCode
        takesFocus
      />
    </Form>
  )
}

function Recovery({ screen }: { screen: SignInScreen }) {
  return (
    <Form
      form={screen.recoveryForm}
      submitLabel={signInText.verify}
      sendingLabel={signInText.verifying}
      isWide
    >
      <TextField
        form={screen.recoveryForm}
        name="recovery_code"
        label={signInText.recoveryCode}
        isCode
        takesFocus
      />
    </Form>
  )
}
