/** A search field for a list. */
import { Search } from 'lucide-react'
import { Icon } from './icon.js'
import styles from './search-field.module.css'

export interface SearchFieldProps {
  /** Its name and its placeholder: "Find project...". */
  label: string
  value: string
  onChange(words: string): void
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
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
      />
    </div>
  )
}
