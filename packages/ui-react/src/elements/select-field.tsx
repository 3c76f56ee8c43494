/** One value of a list: the browser's own control, which supports every keyboard and phone. */
import { ChevronDown } from 'lucide-react'
import type { FieldOf } from '@basedeck/core'
import { FieldFrame, useField, type FieldProps } from './field.js'
import fieldStyles from './field.module.css'
import { Icon } from './icon.js'
import styles from './select-field.module.css'

export interface SelectFieldProps<Values extends object, Name extends FieldOf<Values>> extends FieldProps<
  Values,
  Name
> {
  choices: readonly { value: Values[Name]; label: string; disabled?: boolean }[]
}

export function SelectField<Values extends object, Name extends FieldOf<Values>>(
  props: SelectFieldProps<Values, Name>,
) {
  const { choices } = props
  const { id, value, problem, set, control } = useField(props)
  const chosen = choices.findIndex((choice) => choice.value === value)
  const choose = (index: number) => {
    const choice = choices[index]
    if (choice) set(choice.value)
  }
  return (
    <FieldFrame id={id} label={props.label} hint={props.hint} isOptional={props.isOptional} problem={problem}>
      <div className={styles['select']}>
        <select
          {...control}
          id={id}
          className={fieldStyles['input']}
          value={chosen}
          onChange={(event) => choose(Number(event.target.value))}
        >
          {/* Nothing of the list is chosen yet. */}
          {chosen === -1 && <option value={-1} aria-label="–" />}
          {choices.map((choice, index) => (
            <option key={choice.label} value={index} disabled={choice.disabled}>
              {choice.label}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} size={14} />
      </div>
    </FieldFrame>
  )
}
