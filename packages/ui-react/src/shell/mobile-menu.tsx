/** Below 768 px: the button that opens the sidebar as a sheet. The sheet loads when it is first opened. */
import type { SidebarMenu } from '@basedeck/core'
import { shellText } from '@basedeck/core/text'
import { Menu } from 'lucide-react'
import { useState } from 'react'
import { lazyComponent } from '../bind/lazy-component.js'
import { Icon } from '../elements/icon.js'
import styles from './mobile-menu.module.css'

const MobileSheet = lazyComponent(async () => (await import('./mobile-sheet.js')).MobileSheet)

export function MobileMenu({ menu }: { menu: SidebarMenu }) {
  const [open, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles['button']}
        aria-label={shellText.openMenu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <Icon of={Menu} size={20} />
      </button>
      {isWanted && <MobileSheet menu={menu} open={open} onOpenChange={setOpen} />}
    </>
  )
}
