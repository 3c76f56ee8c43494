/** Shown instead of a page that can't be opened: the reason, and a link back. */
import type { RouteError } from '@basedeck/core'
import { LinkButton } from '../elements/link-button.js'
import styles from './route-error.module.css'

export function RouteErrorPage({ routeError }: { routeError: RouteError }) {
  return (
    <div className={styles['page']} role="alert">
      <h1>{routeError.title}</h1>
      <p>{routeError.body}</p>
      <LinkButton href={routeError.href} kind="primary">
        {routeError.linkLabel}
      </LinkButton>
    </div>
  )
}
