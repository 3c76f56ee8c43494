/**
 * A text that only a screen reader gets, which announces it when it changes. It stays mounted while it is empty: a region
 * that appears together with its text is not announced everywhere.
 */
import styles from './announcement.module.css'

export function Announcement({ children }: { children: string }) {
  return (
    <span role="status" className={styles['spoken']}>
      {children}
    </span>
  )
}
