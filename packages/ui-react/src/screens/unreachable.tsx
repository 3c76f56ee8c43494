/** The platform does not say whether this page may open. */
import { errorText, signInText } from '@basedeck/core'
import { Button } from '../elements/button.js'
import { Entrance } from '../elements/entrance.js'

export function Unreachable({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Entrance title={signInText.unreachableTitle}>
      <p role="alert">{message}</p>
      <Button kind="primary" onClick={onRetry}>
        {errorText.retry}
      </Button>
    </Entrance>
  )
}
