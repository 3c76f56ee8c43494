// A button that opens the browser's picker of dates and times beside a field of text.
import { pickedText, pickerValue, type DatePicker } from '@basedeck/core/rules'
import { CalendarDays } from 'lucide-react'
import { useRef } from 'react'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import styles from './value-field.module.css'

export interface DatePickerButtonProps {
  picker: DatePicker
  label: string
  /** The text in the field. */
  value: string
  onPick(text: string): void
}

export function DatePickerButton({ picker, label, value, onPick }: DatePickerButtonProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <span className={styles['picker']}>
      <IconButton
        label={label}
        icon={<Icon of={CalendarDays} size={14} />}
        onClick={() => field.current?.showPicker()}
      />
      {/* Only its picker is seen: a person types into the field of text. */}
      <input
        ref={field}
        type={picker}
        step={picker === 'date' ? undefined : 1}
        tabIndex={-1}
        aria-hidden
        className={styles['native']}
        value={pickerValue(picker, value)}
        onChange={({ target }) => target.value !== '' && onPick(pickedText(target.value, value))}
      />
    </span>
  )
}
