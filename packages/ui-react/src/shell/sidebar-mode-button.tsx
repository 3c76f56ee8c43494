/** At the foot of the sidebar: its mode. The menu loads when it is first opened. */
import { shellText } from '@basedeck/core/text'
import { PanelLeft } from 'lucide-react'
import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { Icon } from '../elements/icon.js'
import styles from './sidebar.module.css'

const SidebarModeMenu = lazy(async () => ({
  default: (await import('./sidebar-mode-menu.js')).SidebarModeMenu,
}))

export function SidebarModeButton() {
  const [isWanted, setWanted] = useState(false)
  const button = <Face aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <SidebarModeMenu trigger={<Face />} />
    </Suspense>
  )
}

function Face(props: ComponentProps<'button'>) {
  return (
    <button type="button" className={styles['item']} {...props}>
      <Icon of={PanelLeft} size={32} />
      <span className={styles['label']}>{shellText.sidebar}</span>
    </button>
  )
}
