/** In the place of a page that is on its way: nothing to see for a moment, and a heading for those who listen. */
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
