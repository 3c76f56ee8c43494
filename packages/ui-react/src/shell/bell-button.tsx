/** The bell in the header, with the badge of what is unread. The inbox loads when it is first opened. */
import { useStore } from '@nanostores/react'
import { Bell } from 'lucide-react'
import { useRef } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { lazyComponent } from '../bind/lazy-component.js'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import styles from './bell-button.module.css'

const InboxPopover = lazyComponent(async () => (await import('./inbox-popover.js')).InboxPopover)

export function BellButton() {
  const { bell } = useDeck().shell
  const badge = useStore(bell.$badge)
  const isOpen = useStore(bell.$isOpen)
  const inbox = useStore(bell.$inbox)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        ref={button}
        label={useStore(bell.$label)}
        icon={
          <span className={styles['bell']}>
            <Icon of={Bell} size={18} />
            {badge && <span className={styles[badge]} data-badge={badge} />}
          </span>
        }
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={isOpen ? bell.close : bell.open}
      />
      {inbox && <InboxPopover inbox={inbox} button={button} onClose={bell.close} />}
    </>
  )
}
