/** Announces the title of a page that was opened by a link: the browser itself does so only for a loaded document. */
import { useStore } from '@nanostores/react'
import { useDeck } from '../bind/deck-context.js'
import styles from '../elements/announcement.module.css'

export function PageAnnouncer() {
  const announced = useStore(useDeck().$announced)
  return (
    <p role="status" aria-live="polite" className={styles['spoken']}>
      {/* A new element for each page, so that two pages of the same title are both announced. */}
      {announced && <span key={announced.key}>{announced.name}</span>}
    </p>
  )
}
