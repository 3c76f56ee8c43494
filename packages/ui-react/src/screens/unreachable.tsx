/** The platform does not answer whether this page may open, or the code of the page did not come. */
import { errorText } from '@basedeck/core/text'
import { Button } from '../elements/button.js'
import { MessagePage } from '../elements/message-page.js'

export function Unreachable({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <MessagePage isAlert title={errorText.unreachableTitle} body={message}>
      <Button kind="primary" onClick={onRetry}>
        {errorText.retry}
      </Button>
    </MessagePage>
  )
}
