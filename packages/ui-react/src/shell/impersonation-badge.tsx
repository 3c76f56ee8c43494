/** Shows the role that runs use, with a button that ends it. */
import { useDeck } from '../bind/deck-context.js'
import { Icon } from '../elements/icon.js'
import { Tooltip } from '../elements/tooltip.js'
import { UserRoundCog, X } from 'lucide-react'
import styles from './impersonation-badge.module.css'

export function ImpersonationBadge({ shown }: { shown: { label: string; stopLabel: string } }) {
  const { impersonationNotice: part } = useDeck()
  return (
    <Tooltip text={shown.stopLabel}>
      <button type="button" className={styles['badge']} aria-label={shown.stopLabel} onClick={part.stop}>
        <Icon of={UserRoundCog} size={14} />
        <span className={styles['label']}>{shown.label}</span>
        <Icon of={X} size={12} />
      </button>
    </Tooltip>
  )
}
