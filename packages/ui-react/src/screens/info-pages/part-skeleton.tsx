/** A part of a page while it loads. */
import { shellText } from '@basedeck/core/text'
import { Skeleton } from '../../elements/skeleton.js'
import styles from './info-page.module.css'

export function PartSkeleton() {
  return (
    <div className={styles['pad']}>
      <Skeleton label={shellText.loading} lines={3} />
    </div>
  )
}
