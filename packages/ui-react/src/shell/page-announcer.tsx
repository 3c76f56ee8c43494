/** Reads the name of a page aloud when it was opened by a link: the browser itself does so only for a loaded document. */
import { useStore } from '@nanostores/react'
import { useDeck } from '../bind/deck-context.js'
import styles from './page-announcer.module.css'

export function PageAnnouncer() {
  const announced = useStore(useDeck().$announced)
  return (
    <p role="status" aria-live="polite" className={styles['spoken']}>
      {/* Another element for each page: two tables of one name are both read. */}
      {announced && <span key={announced.key}>{announced.name}</span>}
    </p>
  )
}
