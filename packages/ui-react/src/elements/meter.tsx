/** How much of what is included was used, as a bar. */
import { percentOf } from '@basedeck/core/rules'
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
      aria-valuemax={100}
      // Of a small share the number would be written with an exponent.
      aria-valuenow={percentOf(share)}
      aria-valuetext={text}
      className={styles['meter']}
      data-over={isOver || undefined}
    >
      <span style={{ width: `${share * 100}%` }} />
    </div>
  )
}
