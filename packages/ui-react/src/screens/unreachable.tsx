/** The platform does not answer whether this page may open. */
import { errorText } from '@basedeck/core/text'
import { Button } from '../elements/button.js'
import { Entrance } from '../elements/entrance.js'
import { ErrorAlert } from '../elements/error-alert.js'

export function Unreachable({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Entrance title={errorText.unreachableTitle}>
      <ErrorAlert title={message} />
      <Button kind="primary" onClick={onRetry}>
        {errorText.retry}
      </Button>
    </Entrance>
  )
}
