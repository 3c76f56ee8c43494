import type { ConfirmEmailScreen } from '@basedeck/core'
import { errorText, signInText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { Entrance } from '../../elements/entrance.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { TextLink } from '../../elements/text-link.js'

export function ConfirmEmail({ screen }: { screen: ConfirmEmailScreen }) {
  const state = useStore(screen.$state)
  const isBusy = useStore(screen.$isBusy)
  const home = <TextLink href={screen.homeHref}>{signInText.goHome}</TextLink>
  if (screen.isBroken)
    return (
      <Entrance title={signInText.resetBrokenTitle} footer={home}>
        <p>{signInText.emailBroken}</p>
      </Entrance>
    )
  if (state.status === 'done') {
    const { status, email } = state.data
    return (
      <Entrance
        title={status === 'changed' ? signInText.emailChangedTitle : signInText.emailWaitingTitle}
        footer={home}
      >
        <p role="status">
          {status === 'changed' ? signInText.emailChanged(email) : signInText.emailWaiting(email)}
        </p>
      </Entrance>
    )
  }
  return (
    <Entrance title={signInText.emailHeading} description={signInText.emailBody} footer={home}>
      {state.status === 'failed' && <ErrorAlert title={errorText.title(state.error.message)} />}
      <Button kind="primary" aria-disabled={isBusy} onClick={() => !isBusy && void screen.confirm()}>
        {isBusy ? signInText.emailConfirming : signInText.emailConfirm}
      </Button>
    </Entrance>
  )
}
