/** The sidebar as a sheet over a small screen, with the help entries below it. */
import { Dialog } from '@base-ui/react/dialog'
import type { SidebarMenu } from '@basedeck/core'
import { shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { useDeck } from '../bind/deck-context.js'
import { Link } from '../bind/link.js'
import { useSwipeAway } from '../bind/use-swipe-away.js'
import { Icon } from '../elements/icon.js'
import { OutsideLink } from '../elements/outside-link.js'
import { CliBadge } from './cli-badge.js'
import styles from './mobile-menu.module.css'
import { SidebarEntries } from './sidebar.js'

export interface MobileSheetProps {
  menu: SidebarMenu
  open: boolean
  onOpenChange(open: boolean): void
}

export function MobileSheet({ menu, open, onOpenChange }: MobileSheetProps) {
  const { shell, actions } = useDeck()
  const help = useStore(shell.$help)
  const close = () => onOpenChange(false)
  /** A dialog opens once the sheet has closed, because the sheet gives the focus back. */
  const after = (run: () => void) => () => {
    close()
    setTimeout(run)
  }
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup className={styles['sheet']} aria-label={shellText.navigation} {...useSwipeAway(close)}>
          <Dialog.Close className={styles['button']} aria-label={shellText.closeMenu}>
            <Icon of={X} size={20} />
          </Dialog.Close>
          <nav aria-label={shellText.navigation}>
            <SidebarEntries menu={menu} onOpen={close} />
            <ul aria-label={shellText.help.label} className={styles['help']}>
              <ImpersonationItem onStop={close} />
              <ConnectItem after={after} />
              <AssistantItem after={after} />
              {help.map(({ key, label, href, isOutside }) => (
                <li key={key}>
                  {isOutside ? (
                    <OutsideLink href={href}>{label}</OutsideLink>
                  ) : (
                    <Link href={href} onClick={close}>
                      {label}
                    </Link>
                  )}
                </li>
              ))}
              <li>
                <button type="button" onClick={after(actions.openSheet)}>
                  {shellText.help.shortcuts}
                </button>
              </li>
              <VersionItem />
            </ul>
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Hidden while the project can't be connected to: touch shows no reason for a disabled button. */
function ConnectItem({ after }: { after(run: () => void): () => void }) {
  const { connect } = useDeck().shell.extras
  const state = useStore(connect.$button)
  if (!state || state.disabled) return null
  return (
    <li>
      <button type="button" onClick={after(connect.open)}>
        {shellText.connect.label}
      </button>
    </li>
  )
}

/** Ends acting as a role: the smallest phones have no room for its mark in the bar. */
function ImpersonationItem({ onStop }: { onStop(): void }) {
  const { impersonationNotice } = useDeck()
  const shown = useStore(impersonationNotice.$shown)
  if (!shown) return null
  const stop = () => {
    impersonationNotice.stop()
    onStop()
  }
  return (
    <li>
      <button type="button" onClick={stop}>
        {shown.stopLabel}
      </button>
    </li>
  )
}

/** Where the bar has no room for it. */
function VersionItem() {
  const badge = useStore(useDeck().shell.extras.$cliBadge)
  if (!badge) return null
  return (
    <li className={styles['version']}>
      <CliBadge badge={badge} />
    </li>
  )
}

/** Hidden without an assistant: touch shows no reason for a disabled button. */
function AssistantItem({ after }: { after(run: () => void): () => void }) {
  const { shell, actions } = useDeck()
  const assistant = useStore(actions.$keyed).find(({ id }) => id === 'assistant')
  const hasProject = useStore(shell.$refAtHand) !== null
  if (!assistant || !hasProject || assistant.refusal !== undefined) return null
  return (
    <li>
      <button type="button" onClick={after(assistant.run)}>
        {assistant.label}
      </button>
    </li>
  )
}
