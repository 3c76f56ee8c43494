/** One of a few choices that each need a sentence. */
import type { FieldOf } from '@basedeck/core'
import { useId, type ReactNode } from 'react'
import { FieldNotes, useField, type FieldProps } from './field.js'
import { classNames } from './class-names.js'
import fieldStyles from './field.module.css'
import styles from './radio-cards.module.css'

export interface CardChoice<Value> {
  value: Value
  label: string
  /** What it means, or why it can't be chosen. */
  body?: ReactNode
  disabled?: boolean
}

export interface ChoiceCardsProps<Value> {
  label: string
  /** Of the group; unique on the page. */
  name: string
  value: Value
  choices: readonly CardChoice<Value>[]
  disabled?: boolean
  describedBy?: string | undefined
  onChoose(value: Value): void
  onLeave?: () => void
  /** Below the cards. */
  children?: ReactNode
}

/** The cards alone: a choice that is applied at once. */
export function ChoiceCards<Value>(props: ChoiceCardsProps<Value>) {
  const id = useId()
  return (
    <fieldset
      className={classNames(fieldStyles['field'], fieldStyles['beside'])}
      aria-describedby={props.describedBy}
      disabled={props.disabled}
    >
      <legend className={fieldStyles['label']}>{props.label}</legend>
      <div className={styles['cards']}>
        {props.choices.map((choice, index) => (
          <label key={choice.label} className={styles['card']}>
            <input
              type="radio"
              name={props.name}
              className={styles['radio']}
              checked={choice.value === props.value}
              disabled={choice.disabled}
              aria-describedby={choice.body === undefined ? undefined : `${id}-${index}`}
              onChange={() => props.onChoose(choice.value)}
              onBlur={props.onLeave}
            />
            <span className={styles['text']}>
              <span className={styles['label']}>{choice.label}</span>
              {choice.body !== undefined && <span id={`${id}-${index}`}>{choice.body}</span>}
            </span>
          </label>
        ))}
      </div>
      {props.children}
    </fieldset>
  )
}

export interface RadioCardsProps<Values extends object, Name extends FieldOf<Values>> extends FieldProps<
  Values,
  Name
> {
  choices: readonly CardChoice<Values[Name]>[]
}

/** The cards as a field of a form. */
export function RadioCards<Values extends object, Name extends FieldOf<Values>>(
  props: RadioCardsProps<Values, Name>,
) {
  const { id, value, problem, set, control } = useField(props)
  return (
    <ChoiceCards
      label={props.label}
      name={control.name}
      value={value}
      choices={props.choices}
      disabled={control.disabled}
      describedBy={control['aria-describedby']}
      onChoose={set}
      onLeave={control.onBlur}
    >
      <FieldNotes id={id} hint={props.hint} problem={problem} />
    </ChoiceCards>
  )
}
