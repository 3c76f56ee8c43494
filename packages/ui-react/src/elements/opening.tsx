/** Shown while a page's file loads: lines after a moment, and a heading for screen readers. */
import styles from './opening.module.css'
import { Skeleton } from './skeleton.js'

export function Opening({ label }: { label: string }) {
  return (
    <>
      <h1 className={styles['title']}>{label}</h1>
      <div className={styles['lines']}>
        <Skeleton label={label} lines={6} />
      </div>
    </>
  )
}
