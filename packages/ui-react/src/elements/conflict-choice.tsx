/** A conflict between two people's changes: both values, and the choice. */
import type { RecordEdit } from '@basedeck/core'
import { organizationText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId, useRef } from 'react'
import { isFocusFree } from '../bind/is-focus-free.js'
import { useFocusAfter } from '../bind/use-focus-after.js'
import { Button } from './button.js'
import styles from './conflict-choice.module.css'

export interface ConflictChoiceProps<Values extends object> {
  edit: RecordEdit<Values>
  /** The names of the fields. */
  labels: { readonly [Field in keyof Values]: string }
  /** What a stored value is called in the form; default: as it is stored. */
  valueLabel?: (value: unknown) => string | undefined
}

export function ConflictChoice<Values extends object>({
  edit,
  labels,
  valueLabel = () => undefined,
}: ConflictChoiceProps<Values>) {
  const conflicts = useStore(edit.$conflicts)
  const title = useId()
  const text = organizationText.conflict
  const slot = useRef<HTMLDivElement>(null)
  useFocusAfter(conflicts !== null, () => {
    if (isFocusFree()) slot.current?.closest('form')?.querySelector('input')?.focus()
  })
  if (!conflicts) return <div ref={slot} hidden />
  return (
    <div ref={slot} role="group" aria-labelledby={title} className={styles['choice']}>
      {/* It comes while its user types elsewhere in the form. */}
      <p id={title} role="alert">
        {text.title}
      </p>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">
              <span className={styles['hidden']}>{text.field}</span>
            </th>
            <th scope="col">{text.mine}</th>
            <th scope="col">{text.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {conflicts.map(({ field, mine, theirs }) => (
            <tr key={field}>
              <th scope="row">{labels[field]}</th>
              <td>
                <Value>{valueLabel(mine) ?? mine}</Value>
              </td>
              <td>
                <Value>{valueLabel(theirs) ?? theirs}</Value>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles['buttons']}>
        <Button onClick={edit.takeTheirs}>{text.takeTheirs}</Button>
        <Button onClick={() => void edit.keepMine()}>{text.keepMine}</Button>
      </div>
    </div>
  )
}

function Value({ children }: { children: unknown }) {
  return (
    <bdi>{children === null || children === '' ? organizationText.conflict.nothing : String(children)}</bdi>
  )
}
