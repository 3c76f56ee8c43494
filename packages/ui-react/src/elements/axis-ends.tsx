/** What stands below the axis of a chart: its ends, and perhaps the middle. A screen reader hears each value with its label. */
import styles from './axis-ends.module.css'

/** @param isInset the plot begins behind the amounts of the other axis */
export function AxisEnds({ labels, isInset = false }: { labels: readonly string[]; isInset?: boolean }) {
  return (
    <div className={styles['ends']} data-inset={isInset || undefined} aria-hidden>
      {labels.map((label, index) => (
        <span key={index}>{label}</span>
      ))}
    </div>
  )
}
