/** Shown while a page loads: nothing visible for a moment, and a heading for screen readers. */
import styles from './opening.module.css'
import { Skeleton } from './skeleton.js'

export function Opening({ label }: { label: string }) {
  return (
    <>
      <h1 className={styles['title']}>{label}</h1>
      <Skeleton label={label} lines={0} />
    </>
  )
}
