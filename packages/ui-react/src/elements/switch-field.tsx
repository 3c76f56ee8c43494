/** On or off, with what it means beside it. */
import { FieldNotes, useField, type FieldProps, type NamesOf } from './field.js'
import styles from './switch-field.module.css'

export type SwitchFieldProps<Values extends object> = FieldProps<Values, NamesOf<Values, boolean>>

export function SwitchField<Values extends object>(props: SwitchFieldProps<Values>) {
  const { id, value, problem, set, control } = useField(props)
  return (
    <div className={styles['field']}>
      <input
        {...control}
        id={id}
        type="checkbox"
        role="switch"
        className={styles['switch']}
        checked={value === true}
        aria-checked={value === true}
        // The compiler does not infer that a field with a boolean value accepts one.
        onChange={(event) => set(event.target.checked as Values[typeof props.name])}
      />
      <div className={styles['text']}>
        <label htmlFor={id}>{props.label}</label>
        <FieldNotes id={id} hint={props.hint} problem={problem} />
      </div>
    </div>
  )
}
