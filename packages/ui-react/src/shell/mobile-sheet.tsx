/** The sidebar as a sheet over a small screen. */
import { Dialog } from '@base-ui/react/dialog'
import { shellText, type SidebarMenu } from '@basedeck/core'
import { X } from 'lucide-react'
import { Icon } from '../elements/icon.js'
import styles from './mobile-menu.module.css'
import { SidebarEntries } from './sidebar.js'

export interface MobileSheetProps {
  menu: SidebarMenu
  open: boolean
  onOpenChange(open: boolean): void
}

export function MobileSheet({ menu, open, onOpenChange }: MobileSheetProps) {
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
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
