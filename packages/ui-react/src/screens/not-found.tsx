import { shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useDeck } from '../bind/deck-context.js'
import { LinkButton } from '../elements/link-button.js'
import { MessagePage } from '../elements/message-page.js'

export interface NotFoundProps {
  path: string
  /** A hosted platform has the page. */
  isHostedOnly: boolean
}

export function NotFound({ path, isHostedOnly }: NotFoundProps) {
  const { shell } = useDeck()
  return (
    <MessagePage
      title={isHostedOnly ? shellText.hostedOnlyTitle : shellText.notFoundTitle}
      body={isHostedOnly ? shellText.hostedOnlyBody(path) : shellText.notFoundBody(path)}
    >
      <LinkButton href={useStore(shell.$homeHref)} kind="primary">
        {shellText.backHome}
      </LinkButton>
    </MessagePage>
  )
}
