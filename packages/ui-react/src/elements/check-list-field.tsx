/** Several of a few values, each with its own checkbox: it needs no popup, and a phone shows all of them. */
import { useId } from 'react'
import styles from './check-list-field.module.css'
import fieldStyles from './field.module.css'

export interface CheckListFieldProps {
  label: string
  hint?: string
  values: readonly string[]
  choices: readonly { value: string; label: string }[]
  onChoose(values: string[]): void
}

export function CheckListField({ label, hint, values, choices, onChoose }: CheckListFieldProps) {
  const id = useId()
  return (
    <fieldset className={styles['list']} aria-describedby={hint === undefined ? undefined : `${id}-hint`}>
      <legend className={fieldStyles['label']}>{label}</legend>
      <div className={styles['choices']}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles['choice']}>
            <input
              type="checkbox"
              checked={values.includes(choice.value)}
              onChange={(event) =>
                onChoose(
                  event.target.checked
                    ? [...values, choice.value]
                    : values.filter((other) => other !== choice.value),
                )
              }
            />
            {choice.label}
          </label>
        ))}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={fieldStyles['hint']}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
