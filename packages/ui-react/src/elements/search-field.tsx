/** A search field for a list. */
import { Search } from 'lucide-react'
import { Icon } from './icon.js'
import styles from './search-field.module.css'

export interface SearchFieldProps {
  /** Its name and its placeholder: "Find project...". */
  label: string
  value: string
  onChange(words: string): void
  /** Enter in the field. */
  onEnter?(): void
}

export function SearchField({ label, value, onChange, onEnter }: SearchFieldProps) {
  return (
    <div className={styles['field']}>
      <Icon of={Search} size={14} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        className={styles['input']}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter?.()
        }}
      />
    </div>
  )
}
