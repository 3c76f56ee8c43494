/** A field for text: one line, several, or a password that can be shown. */
import { formText } from '@basedeck/core/text'
import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names.js'
import { FieldFrame, useField, type FieldProps, type NamesOf } from './field.js'
import fieldStyles from './field.module.css'
import { Icon } from './icon.js'
import styles from './text-field.module.css'

export interface TextFieldProps<Values extends object> extends FieldProps<Values, NamesOf<Values, string>> {
  type?: 'text' | 'email' | 'password' | 'url'
  /** What a password manager or the browser may fill in: `email`, `current-password`, `one-time-code`, `off`. */
  autoComplete?: string
  inputMode?: ComponentProps<'input'>['inputMode']
  placeholder?: string
  /** The value is code: set in the code font, neither corrected nor capitalised. */
  isCode?: boolean
  /** More than one makes it a text of several lines. */
  rows?: number
  /** Focused when the page or dialog opens. */
  takesFocus?: boolean
  /** A control beside the input: a generator, a unit. */
  end?: ReactNode
}

export function TextField<Values extends object>(props: TextFieldProps<Values>) {
  const { type = 'text', isCode = false, rows = 1, takesFocus = false, end } = props
  const { id, value, problem, set, control } = useField(props)
  const [isShown, setShown] = useState(false)
  const isPassword = type === 'password'
  const shared = {
    ...control,
    id,
    value: typeof value === 'string' ? value : '',
    autoComplete: props.autoComplete ?? 'off',
    placeholder: props.placeholder,
    inputMode: props.inputMode,
    className: classNames(fieldStyles['input'], (isCode || (isPassword && isShown)) && fieldStyles['code']),
    ...(isCode || isPassword ? { spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' } : {}),
    ...(takesFocus ? { ref: focusOnce } : {}),
    // The compiler does not infer that a field with a text value accepts text.
    onChange: (event: { target: { value: string } }) => set(event.target.value as Values[typeof props.name]),
  }
  return (
    <FieldFrame id={id} label={props.label} hint={props.hint} isOptional={props.isOptional} problem={problem}>
      <div className={styles['row']}>
        <div className={styles['control']}>
          {rows > 1 ? (
            <textarea {...shared} rows={rows} />
          ) : (
            <input {...shared} type={isPassword && isShown ? 'text' : type} />
          )}
          {isPassword && (
            <button
              type="button"
              className={styles['reveal']}
              aria-label={isShown ? formText.hidePassword : formText.showPassword}
              aria-controls={id}
              onClick={() => setShown(!isShown)}
            >
              <Icon of={isShown ? EyeOff : Eye} />
            </button>
          )}
        </div>
        {end}
      </div>
    </FieldFrame>
  )
}

/** Runs when the control is mounted, and not again while it stays. */
function focusOnce(control: HTMLElement | null): void {
  control?.focus()
}
