/** A keyboard shortcut beside its action. */
import type { ShortcutKey } from '@basedeck/core/rules'
import { keyLabel } from '../bind/platform-keys.js'
import styles from './keys.module.css'

export function Keys({ of: keys }: { of: readonly ShortcutKey[] }) {
  return (
    <span className={styles['keys']}>
      {keys.map((key) => (
        <kbd key={keyLabel(key)} className={styles['key']}>
          {keyLabel(key)}
        </kbd>
      ))}
    </span>
  )
}
