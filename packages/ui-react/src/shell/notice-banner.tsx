/** Announces an upcoming change, until it is dismissed. */
import { shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { useDeck } from '../bind/deck-context.js'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import styles from './notice-banner.module.css'

export function NoticeBanner() {
  const { notice } = useDeck().shell
  const shown = useStore(notice.$notice)
  if (!shown) return null
  return (
    <aside aria-label={shellText.notice.label} className={styles['banner']}>
      <div className={styles['words']}>
        <strong>{shellText.notice.label}</strong>
        <p>
          <b>{shown.title}</b> {shown.text}
        </p>
      </div>
      <IconButton
        label={shellText.notice.putAway}
        icon={<Icon of={X} size={14} />}
        onClick={notice.putAway}
      />
    </aside>
  )
}
