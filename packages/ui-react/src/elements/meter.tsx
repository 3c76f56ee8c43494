/** How much of what is included was used, as a bar. */
import styles from './meter.module.css'

export interface MeterProps {
  label: string
  /** From 0 to 1. */
  share: number
  /** The share in words. */
  text: string
  isOver?: boolean
}

export function Meter({ label, share, text, isOver = false }: MeterProps) {
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={1}
      // A tiny share would be written as 2e-7, which is no value of the attribute.
      aria-valuenow={Math.round(share * 10_000) / 10_000}
      aria-valuetext={text}
      className={styles['meter']}
      data-over={isOver || undefined}
    >
      <span style={{ width: `${share * 100}%` }} />
    </div>
  )
}
