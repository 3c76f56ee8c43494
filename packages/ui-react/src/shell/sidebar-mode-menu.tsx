/** The modes of the sidebar. */
import { Menu } from '@base-ui/react/menu'
import { SIDEBAR_MODES } from '@basedeck/core/rules'
import { accountText, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import { useMenuState } from '../bind/use-menu-state.js'
import { useDeck } from '../bind/deck-context.js'
import { usePortalContainer } from '../elements/portal-container.js'
import { Icon } from '../elements/icon.js'
import menuStyles from '../elements/menu.module.css'
import styles from './profile-menu.module.css'

/** Opens when it is mounted, since the first press of its button loads it. `trigger` replaces that button. */
export function SidebarModeMenu({ trigger }: { trigger: ReactElement }) {
  const { preferences } = useDeck()
  const mode = useStore(preferences.$sidebarMode)
  return (
    <Menu.Root {...useMenuState(true)}>
      <Menu.Trigger render={trigger} />
      <Menu.Portal container={usePortalContainer()}>
        <Menu.Positioner side="top" sideOffset={4} align="start" className={menuStyles['positioner']}>
          <Menu.Popup className={menuStyles['popup']}>
            <Menu.Group>
              <Menu.GroupLabel className={styles['group']}>{shellText.sidebar}</Menu.GroupLabel>
              <Menu.RadioGroup value={mode} onValueChange={(next) => preferences.$sidebarMode.set(next)}>
                {SIDEBAR_MODES.map((value) => (
                  <Menu.RadioItem key={value} value={value} closeOnClick className={menuStyles['item']}>
                    <span className={menuStyles['mark']}>
                      <Menu.RadioItemIndicator>
                        <Icon of={Check} size={14} />
                      </Menu.RadioItemIndicator>
                    </span>
                    {accountText.sidebarModes[value]}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            </Menu.Group>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
