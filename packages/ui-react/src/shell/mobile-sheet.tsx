/** The sidebar as a sheet over a small screen, with the ways to help below it. */
import { Dialog } from '@base-ui/react/dialog'
import { shellText, type SidebarMenu } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { useDeck } from '../bind/deck-context.js'
import { Link } from '../bind/link.js'
import { Icon } from '../elements/icon.js'
import { OutsideLink } from '../elements/outside-link.js'
import styles from './mobile-menu.module.css'
import { SidebarEntries } from './sidebar.js'

export interface MobileSheetProps {
  menu: SidebarMenu
  open: boolean
  onOpenChange(open: boolean): void
}

export function MobileSheet({ menu, open, onOpenChange }: MobileSheetProps) {
  const help = useStore(useDeck().shell.$help)
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup className={styles['sheet']} aria-label={shellText.navigation}>
          <Dialog.Close className={styles['button']} aria-label={shellText.closeMenu}>
            <Icon of={X} size={20} />
          </Dialog.Close>
          <nav aria-label={shellText.navigation}>
            <SidebarEntries menu={menu} onOpen={() => onOpenChange(false)} />
            <ul aria-label={shellText.help.label} className={styles['help']}>
              <AssistantItem onOpen={() => onOpenChange(false)} />
              {help.map(({ key, label, href, isOutside }) => (
                <li key={key}>
                  {isOutside ? (
                    <OutsideLink href={href}>{label}</OutsideLink>
                  ) : (
                    <Link href={href} onClick={() => onOpenChange(false)}>
                      {label}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Only where there is one to ask: a finger finds no reason under a button that is off. */
function AssistantItem({ onOpen }: { onOpen: () => void }) {
  const { shell, actions } = useDeck()
  const assistant = useStore(actions.$keyed).find(({ id }) => id === 'assistant')
  const hasProject = useStore(shell.$refAtHand) !== null
  if (!assistant || !hasProject || assistant.refusal !== undefined) return null
  return (
    <li>
      <button
        type="button"
        onClick={() => {
          onOpen()
          assistant.run()
        }}
      >
        {assistant.label}
      </button>
    </li>
  )
}
