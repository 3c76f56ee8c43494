/** Lines of the final size while something loads; they show after a moment, so that quick answers do not flash. */
import styles from './skeleton.module.css'

export function Skeleton({ label, lines = 4 }: { label: string; lines?: number }) {
  return (
    <output aria-label={label} className={styles['skeleton']}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles['line']} />
      ))}
    </output>
  )
}
