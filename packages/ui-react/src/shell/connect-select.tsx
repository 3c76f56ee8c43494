/** A labelled list of the Connect dialog. */
import { useId } from 'react'
import { ChevronDown } from 'lucide-react'
import fieldStyles from '../elements/field.module.css'
import { Icon } from '../elements/icon.js'
import selectStyles from '../elements/select-field.module.css'

export interface ConnectSelectProps {
  label: string
  value: string
  /** One with a hint can't be chosen. */
  choices: readonly { value: string; label: string; hint?: string }[]
  onChoose(value: string): void
}

export function ConnectSelect({ label, value, choices, onChoose }: ConnectSelectProps) {
  const id = useId()
  return (
    <div className={fieldStyles['field']}>
      <label htmlFor={id} className={fieldStyles['label']}>
        {label}
      </label>
      <div className={selectStyles['select']}>
        <select
          id={id}
          className={fieldStyles['input']}
          value={value}
          onChange={(event) => onChoose(event.target.value)}
        >
          {choices.map((choice) => (
            <option
              key={choice.value}
              value={choice.value}
              disabled={choice.hint !== undefined}
              title={choice.hint}
            >
              {choice.label}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} size={14} />
      </div>
    </div>
  )
}
