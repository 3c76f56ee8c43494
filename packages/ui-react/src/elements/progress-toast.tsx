/** The progress of an operation, outside any page, with a way to cancel it. */
import type { ProgressCancel, ProgressNote } from '@basedeck/core'
import { percentOf } from '@basedeck/core/rules'
import { useId } from 'react'
import { Button } from './button.js'
import styles from './progress-toast.module.css'

export interface ProgressToastProps {
  note: ProgressNote
  cancel: ProgressCancel | undefined
}

export function ProgressToast({ note: { message, detail, fraction }, cancel }: ProgressToastProps) {
  const id = useId()
  const percent = fraction === undefined ? undefined : percentOf(fraction)
  return (
    <div className={styles['toast']}>
      <div className={styles['row']}>
        <p id={id} className={styles['message']}>
          {message}
        </p>
        {/* Screen readers read the bar on request. */}
        {percent !== undefined && (
          <span aria-hidden className={styles['percent']}>
            {percent}%
          </span>
        )}
      </div>
      <progress aria-labelledby={id} max={100} value={percent} className={styles['bar']} />
      {(detail !== undefined || cancel) && (
        <div className={styles['row']}>
          <p className={styles['detail']}>{detail}</p>
          {cancel && <Button onClick={cancel.run}>{cancel.label}</Button>}
        </div>
      )}
    </div>
  )
}
