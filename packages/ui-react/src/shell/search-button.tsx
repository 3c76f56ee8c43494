/** Opens the command menu; on a small screen an icon alone. */
import { shellText } from '@basedeck/core/text'
import { Search } from 'lucide-react'
import { useDeck } from '../bind/deck-context.js'
import { modKey } from '../bind/platform-keys.js'
import { Icon } from '../elements/icon.js'
import styles from './search-button.module.css'

export function SearchButton() {
  const { actions } = useDeck()
  return (
    <button type="button" className={styles['button']} aria-haspopup="dialog" onClick={actions.openMenu}>
      <Icon of={Search} size={16} />
      <span className={styles['label']}>{shellText.search}</span>
      <kbd className={styles['key']} aria-hidden>
        {modKey('K')}
      </kbd>
    </button>
  )
}
