/** A secret that is shown only once, with a copy button. */
import { formText } from '@basedeck/core/text'
import { useId } from 'react'
import { CopyButton } from './copy-button.js'
import { classNames } from './class-names.js'
import fieldStyles from './field.module.css'
import styles from './secret-field.module.css'

export interface SecretFieldProps {
  label: string
  value: string
  /** Of the button that copies. Default: Copy, and the label. */
  copyLabel?: string
  /** Default: that this is the only time. Null: no note. */
  note?: string | null
  /** False when the host did not allow it; the user was told. */
  onCopy(text: string): Promise<boolean>
}

export function SecretField({
  label,
  value,
  copyLabel = formText.copy(label),
  note = formText.shownOnce,
  onCopy,
}: SecretFieldProps) {
  const id = useId()
  return (
    <div className={classNames(fieldStyles['field'], fieldStyles['beside'])}>
      <label htmlFor={id} className={fieldStyles['label']}>
        {label}
      </label>
      <div className={styles['row']}>
        <input
          id={id}
          readOnly
          value={value}
          className={classNames(fieldStyles['input'], fieldStyles['code'])}
          aria-describedby={note === null ? undefined : `${id}-note`}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton label={copyLabel} onCopy={() => onCopy(value)} />
      </div>
      {note !== null && (
        <p id={`${id}-note`} className={fieldStyles['hint']}>
          {note}
        </p>
      )}
    </div>
  )
}
