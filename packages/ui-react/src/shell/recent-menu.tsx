/** Recent items, behind a button at the end of the tabs. */
import { Menu } from '@base-ui/react/menu'
import type { TabBar } from '@basedeck/core'
import { tabsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { History } from 'lucide-react'
import { useMenuState } from '../bind/use-menu-state.js'
import { Link } from '../bind/link.js'
import { usePortalContainer } from '../elements/portal-container.js'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import menu from '../elements/menu.module.css'
import styles from './tab-bar.module.css'
import { tabIcon } from './tab-icon.js'

export function RecentMenu({ bar }: { bar: TabBar }) {
  const recent = useStore(bar.$recent)
  return (
    <Menu.Root {...useMenuState()}>
      <Menu.Trigger render={<IconButton label={tabsText.recent} icon={<Icon of={History} />} />} />
      <Menu.Portal container={usePortalContainer()}>
        <Menu.Positioner sideOffset={4} align="end" className={menu['positioner']}>
          <Menu.Popup className={menu['popup']}>
            {recent.length === 0 && <p className={styles['none']}>{tabsText.noRecent}</p>}
            {recent.map(({ id, label, kind, type, href }) => (
              <Menu.LinkItem key={id} closeOnClick className={menu['item']} render={<Link href={href} />}>
                <Icon of={tabIcon(type)} size={14} />
                <span className={styles['hidden']}>{kind} </span>
                <span className={styles['label']}>{label}</span>
              </Menu.LinkItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
