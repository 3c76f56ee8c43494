/** The parts of every field: label, hint, and the problem, which screen readers announce. */
import type { FieldOf, Form } from '@basedeck/core'
import { formText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId, useState, type ReactNode } from 'react'
import { afterPress, watchPresses } from '../bind/after-press.js'
import { classNames } from './class-names.js'
import styles from './field.module.css'

/** The props of a field in a form. */
export interface FieldProps<Values extends object, Name extends FieldOf<Values>> {
  form: Form<Values>
  name: Name
  label: string
  hint?: ReactNode
  isOptional?: boolean
  disabled?: boolean
}

/** The names of the form's fields with this type of value. */
export type NamesOf<Values extends object, Kind> = {
  [Name in FieldOf<Values>]-?: Values[Name] extends Kind | null | undefined ? Name : never
}[FieldOf<Values>]

/** Everything a field's control needs; spread `control` over it. */
export function useField<Values extends object, Name extends FieldOf<Values>>({
  form,
  name,
  hint,
  disabled = false,
}: FieldProps<Values, Name>) {
  const id = useId()
  const value = useStore(form.$values)[name]
  const problem = useStore(form.$problems)[name]
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`]
  return {
    id,
    value,
    problem,
    set: (next: Values[Name]) => form.set(name, next),
    control: {
      name,
      disabled,
      'aria-invalid': problem !== undefined,
      'aria-describedby': described.filter(Boolean).join(' ') || undefined,
      onFocus: watchPresses,
      onBlur: () => afterPress(() => form.touch(name)),
    },
  }
}

export interface FieldFrameProps {
  /** The result of `useField`. */
  id: string
  label: string
  hint?: ReactNode
  isOptional?: boolean | undefined
  problem: string | undefined
  children: ReactNode
}

export function FieldFrame({ id, label, hint, isOptional = false, problem, children }: FieldFrameProps) {
  return (
    <div className={classNames(styles['field'], styles['beside'])}>
      <label htmlFor={id} className={styles['label']}>
        {label}
        {isOptional && <span className={styles['optional']}>{formText.optional}</span>}
      </label>
      {children}
      <FieldNotes id={id} hint={hint} problem={problem} />
    </div>
  )
}

/** The hint and the error below a control. */
export function FieldNotes({ id, hint, problem }: Pick<FieldFrameProps, 'id' | 'hint' | 'problem'>) {
  return (
    <>
      {problem !== undefined && (
        <Problem key={problem} id={id}>
          {problem}
        </Problem>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
    </>
  )
}

/** A control that gets the focus later is described by it; one that has the focus is not read again, so it is an alert. */
function Problem({ id, children }: { id: string; children: string }) {
  const [isAlert] = useState(() => document.activeElement?.id === id)
  return (
    <p id={`${id}-problem`} role={isAlert ? 'alert' : undefined} className={styles['problem']}>
      {children}
    </p>
  )
}
