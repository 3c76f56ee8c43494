import { shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useDeck } from '../bind/deck-context.js'
import { LinkButton } from '../elements/link-button.js'
import { MessagePage } from '../elements/message-page.js'

export function NotFound({ path }: { path: string }) {
  const { shell } = useDeck()
  return (
    <MessagePage title={shellText.notFoundTitle} body={shellText.notFoundBody(path)}>
      <LinkButton href={useStore(shell.$homeHref)} kind="primary">
        {shellText.backHome}
      </LinkButton>
    </MessagePage>
  )
}
