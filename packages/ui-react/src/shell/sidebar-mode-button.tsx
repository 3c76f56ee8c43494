/** At the foot of the sidebar: the button of the menu with its modes. */
import { shellText } from '@basedeck/core/text'
import { PanelLeft } from 'lucide-react'
import { Icon } from '../elements/icon.js'
import { lazyMenuButton, type MenuFaceProps } from './lazy-menu-button.js'
import styles from './sidebar.module.css'

export const SidebarModeButton = lazyMenuButton(
  Face,
  async () => (await import('./sidebar-mode-menu.js')).SidebarModeMenu,
)

function Face(props: MenuFaceProps) {
  return (
    <button type="button" className={styles['item']} {...props}>
      <Icon of={PanelLeft} size={32} />
      <span className={styles['label']}>{shellText.sidebar}</span>
    </button>
  )
}
