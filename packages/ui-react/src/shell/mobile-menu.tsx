/** Below 768 px: the button that opens the sidebar as a sheet. */
import { Dialog } from '@base-ui/react/dialog'
import { shellText, type SidebarItem } from '@basedeck/core'
import { Menu, X } from 'lucide-react'
import { useState } from 'react'
import { Icon } from '../elements/icon.js'
import styles from './mobile-menu.module.css'
import { SidebarItems } from './sidebar.js'

export function MobileMenu({ items }: { items: readonly SidebarItem[] }) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className={styles['button']} aria-label={shellText.openMenu}>
        <Icon of={Menu} size={20} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup className={styles['sheet']} aria-label={shellText.navigation}>
          <Dialog.Close className={styles['button']} aria-label={shellText.closeMenu}>
            <Icon of={X} size={20} />
          </Dialog.Close>
          <nav aria-label={shellText.navigation}>
            <SidebarItems items={items} onOpen={() => setOpen(false)} />
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
