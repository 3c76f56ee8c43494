/** One value of a list outside a form: applied at once. */
import { ChevronDown } from 'lucide-react'
import { Icon } from './icon.js'
import styles from './select.module.css'

export interface SelectProps {
  /** Its accessible name. */
  label: string
  value: string
  choices: readonly { value: string; label: string }[]
  disabled?: boolean
  /** Why it is disabled. */
  hint?: string | undefined
  onChoose(value: string): void
}

export function Select({ label, value, choices, disabled = false, hint, onChoose }: SelectProps) {
  const isKnown = choices.some((choice) => choice.value === value)
  return (
    <span className={styles['select']} title={disabled ? hint : undefined}>
      <select
        aria-label={label}
        className={styles['control']}
        value={value}
        disabled={disabled}
        onChange={(event) => onChoose(event.target.value)}
      >
        {!isKnown && <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size={14} />
    </span>
  )
}
