/** A switch outside a form: applied at once. */
import { useId, type ReactNode } from 'react'
import { FieldNotes } from './field.js'
import styles from './switch-field.module.css'

export interface SwitchProps {
  label: string
  isOn: boolean
  disabled?: boolean
  hint?: ReactNode
  onChange(isOn: boolean): void
}

export function Switch({ label, isOn, disabled = false, hint, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles['switch']}
        checked={isOn}
        aria-checked={isOn}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div className={styles['text']}>
        <label htmlFor={id}>{label}</label>
        <FieldNotes id={id} hint={hint} problem={undefined} />
      </div>
    </div>
  )
}
