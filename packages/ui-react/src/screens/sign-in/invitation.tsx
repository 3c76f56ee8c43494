import type { InvitationScreen, InvitationView } from '@basedeck/core'
import { errorText, shellText, signInText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { Entrance } from '../../elements/entrance.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { Form } from '../../elements/form.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextField } from '../../elements/text-field.js'
import { TextLink } from '../../elements/text-link.js'

export function Invitation({ screen }: { screen: InvitationScreen }) {
  const view = useStore(screen.$view)
  const home = <TextLink href={screen.homeHref}>{signInText.goHome}</TextLink>
  if (view.status === 'loading') {
    return (
      <Entrance title={screen.title}>
        <Skeleton label={shellText.loading} />
      </Entrance>
    )
  }
  if (view.status === 'failed') {
    return (
      <Entrance title={signInText.invitationFailed} footer={home}>
        <ErrorAlert title={view.message} />
        {view.retry && <Button onClick={view.retry}>{errorText.retry}</Button>}
      </Entrance>
    )
  }
  const { offer, step } = view
  if (step.type === 'expired') {
    return (
      <Entrance title={signInText.invitationExpiredTitle} footer={home}>
        <p>{signInText.invitationExpired(offer.organization_name)}</p>
      </Entrance>
    )
  }
  return (
    <Entrance
      title={signInText.invitationHeading(offer.organization_name)}
      description={signInText.invitationBody(offer.role_name, offer.email)}
      isFlush={step.type === 'join'}
    >
      <Step screen={screen} view={view} />
    </Entrance>
  )
}

interface StepProps {
  screen: InvitationScreen
  view: Extract<InvitationView, { status: 'ready' }>
}

function Step({ screen, view: { offer, step } }: StepProps) {
  switch (step.type) {
    case 'accept':
      return <Accept screen={screen} email={step.email} />
    case 'wrong-account':
      return (
        <>
          <p>{signInText.invitationWrongAccount(step.email, offer.email)}</p>
          <Button kind="primary" onClick={() => void screen.signOut()}>
            {signInText.signOut}
          </Button>
        </>
      )
    case 'sign-in':
      return (
        <>
          <p>{signInText.invitationSignIn(offer.email)}</p>
          <Button kind="primary" onClick={screen.signIn}>
            {signInText.submit}
          </Button>
        </>
      )
    default:
      return <Join screen={screen} email={offer.email} />
  }
}

function Accept({ screen, email }: { screen: InvitationScreen; email: string }) {
  const accepting = useStore(screen.$accepting)
  const isRunning = accepting.status === 'running'
  return (
    <>
      <p>{signInText.invitationAs(email)}</p>
      {accepting.status === 'failed' && <ErrorAlert title={errorText.title(accepting.error.message)} />}
      <Button kind="primary" aria-disabled={isRunning} onClick={() => void screen.accept()}>
        {isRunning ? signInText.invitationAccepting : signInText.invitationAccept}
      </Button>
    </>
  )
}

function Join({ screen: { form }, email }: { screen: InvitationScreen; email: string }) {
  return (
    <Form
      form={form}
      submitLabel={signInText.invitationSubmit}
      sendingLabel={signInText.invitationAccepting}
      isWide
    >
      <p>{signInText.invitationNew}</p>
      {/* Password managers need the email of the new password. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <TextField form={form} name="first_name" label={signInText.yourName} autoComplete="name" takesFocus />
      <TextField
        form={form}
        name="password"
        label={signInText.password}
        hint={signInText.passwordHint}
        type="password"
        autoComplete="new-password"
      />
    </Form>
  )
}
