/** In the place of a page that can't be shown at all: why, and the way back. */
import type { Obstacle } from '@basedeck/core'
import { LinkButton } from '../elements/link-button.js'
import styles from './obstacle.module.css'

export function ObstaclePage({ obstacle }: { obstacle: Obstacle }) {
  return (
    <div className={styles['page']} role="alert">
      <h1>{obstacle.title}</h1>
      <p>{obstacle.body}</p>
      <LinkButton href={obstacle.href} kind="primary">
        {obstacle.linkLabel}
      </LinkButton>
    </div>
  )
}
