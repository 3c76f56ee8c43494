/** A text with suggestions below it: the arrow keys go through them, Enter takes one, and any other text stays as typed. */
import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState, type ComponentProps } from 'react'
import { classNames } from './class-names.js'
import fieldStyles from './field.module.css'
import menuStyles from './menu.module.css'
import styles from './suggest-input.module.css'

export interface Suggestion {
  value: string
  /** Beside it, in small letters. */
  note: string
}

export interface SuggestInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'ref' | 'defaultValue' | 'list'
> {
  value: string
  /** Those that fit what is typed. */
  suggestions: readonly Suggestion[]
  /** The accessible name of the list. */
  listLabel: string
  onType(text: string): void
}

export function SuggestInput({
  value,
  suggestions,
  listLabel,
  onType,
  className,
  ...rest
}: SuggestInputProps) {
  const [isOpen, setOpen] = useState(false)
  // While the list is open, the rest of the page is hidden from screen readers.
  const isOfUse = suggestions.some((suggestion) => suggestion.value !== value)
  return (
    <Autocomplete.Root
      open={isOpen && isOfUse}
      onOpenChange={setOpen}
      items={suggestions}
      mode="none"
      openOnInputClick
      value={value}
      itemToStringValue={({ value: text }: Suggestion) => text}
      // Escape closes the list or the dialog; it does not clear what was typed.
      onValueChange={(text, { reason }) => reason !== 'escape-key' && onType(text)}
    >
      <Autocomplete.Input
        {...rest}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        className={classNames(fieldStyles['input'], fieldStyles['code'], className)}
      />
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={4} align="start" className={styles['positioner']}>
          <Autocomplete.Popup className={classNames(menuStyles['popup'], styles['popup'])}>
            <Autocomplete.List aria-label={listLabel}>
              {suggestions.map((suggestion) => (
                <Autocomplete.Item key={suggestion.value} value={suggestion} className={menuStyles['item']}>
                  <code>{suggestion.value}</code>
                  {suggestion.note !== '' && <small className={styles['note']}>{suggestion.note}</small>}
                </Autocomplete.Item>
              ))}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}
