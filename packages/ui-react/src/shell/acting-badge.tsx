/** Says whom runs act as, as long as they do; one press ends it. */
import { useDeck } from '../bind/deck-context.js'
import { Icon } from '../elements/icon.js'
import { Tooltip } from '../elements/tooltip.js'
import { UserRoundCog, X } from 'lucide-react'
import styles from './acting-badge.module.css'

export function ActingBadge({ acting }: { acting: { label: string; stopLabel: string } }) {
  const { acting: part } = useDeck()
  return (
    <Tooltip text={acting.stopLabel}>
      <button type="button" className={styles['badge']} aria-label={acting.stopLabel} onClick={part.stop}>
        <Icon of={UserRoundCog} size={14} />
        <span className={styles['label']}>{acting.label}</span>
        <Icon of={X} size={12} />
      </button>
    </Tooltip>
  )
}
