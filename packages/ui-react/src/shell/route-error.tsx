/** Shown instead of a page that can't be opened: the reason, and a link back. */
import type { RouteError } from '@basedeck/core'
import { LinkButton } from '../elements/link-button.js'
import { MessagePage } from '../elements/message-page.js'

export function RouteErrorPage({ routeError }: { routeError: RouteError }) {
  return (
    <MessagePage isAlert title={routeError.title} body={routeError.body}>
      <LinkButton href={routeError.href} kind="primary">
        {routeError.linkLabel}
      </LinkButton>
    </MessagePage>
  )
}
