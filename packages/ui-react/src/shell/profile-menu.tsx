/** The profile menu: name, account, previews, theme, sign-out. */
import { Menu } from '@base-ui/react/menu'
import { accountText, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import { useMenuState } from '../bind/use-menu-state.js'
import { useDeck } from '../bind/deck-context.js'
import { Link } from '../bind/link.js'
import { usePortalContainer } from '../elements/portal-container.js'
import { Icon } from '../elements/icon.js'
import menuStyles from '../elements/menu.module.css'
import styles from './profile-menu.module.css'

/** Opens when it is mounted, since the first press of its button loads it. `trigger` replaces that button. */
export function ProfileMenu({ trigger }: { trigger: ReactElement }) {
  const { profileMenu, preferences, previews, actions, shell } = useDeck()
  const offered = useStore(previews.$previews)
  const view = useStore(profileMenu.$view)
  const maySignOut = useStore(profileMenu.$maySignOut)
  const organizationHref = useStore(profileMenu.$organizationHref)
  const theme = useStore(preferences.$themeChoice)
  return (
    <Menu.Root {...useMenuState(true)}>
      <Menu.Trigger render={trigger} />
      <Menu.Portal container={usePortalContainer()}>
        <Menu.Positioner sideOffset={4} align="end" className={menuStyles['positioner']}>
          <Menu.Popup className={menuStyles['popup']}>
            {view && (
              <div className={styles['who']}>
                <bdi className={styles['name']}>{view.name}</bdi>
                {view.email !== null && <span className={styles['email']}>{view.email}</span>}
              </div>
            )}
            <Menu.Item className={menuStyles['item']} render={<Link href={profileMenu.accountHref} />}>
              <span className={menuStyles['mark']} />
              {accountText.preferences}
            </Menu.Item>
            {organizationHref !== null && (
              <Menu.Item className={menuStyles['item']} render={<Link href={organizationHref} />}>
                <span className={menuStyles['mark']} />
                {shellText.organization}
              </Menu.Item>
            )}
            <Menu.Item className={menuStyles['item']} onClick={actions.openMenu}>
              <span className={menuStyles['mark']} />
              {shellText.commandMenu}
            </Menu.Item>
            <Menu.Separator className={styles['line']} />
            <Menu.Group>
              <Menu.GroupLabel className={styles['group']}>{shellText.previews.label}</Menu.GroupLabel>
              {offered.length === 0 && (
                <Menu.Item disabled className={menuStyles['item']}>
                  <span className={menuStyles['mark']} />
                  {shellText.previews.none}
                </Menu.Item>
              )}
              {offered.map(({ flag, title, isOn }) => (
                <Menu.CheckboxItem
                  key={flag}
                  checked={isOn}
                  onCheckedChange={(next) => previews.set(flag, next)}
                  className={menuStyles['item']}
                >
                  <span className={menuStyles['mark']}>
                    <Menu.CheckboxItemIndicator>
                      <Icon of={Check} size={14} />
                    </Menu.CheckboxItemIndicator>
                  </span>
                  {title}
                </Menu.CheckboxItem>
              ))}
            </Menu.Group>
            <Menu.Separator className={styles['line']} />
            <Menu.Group>
              <Menu.GroupLabel className={styles['group']}>{shellText.theme}</Menu.GroupLabel>
              <Menu.RadioGroup value={theme} onValueChange={shell.setTheme}>
                {shell.themes.map(({ value, label }) => (
                  <Menu.RadioItem key={value} value={value} closeOnClick className={menuStyles['item']}>
                    <span className={menuStyles['mark']}>
                      <Menu.RadioItemIndicator>
                        <Icon of={Check} size={14} />
                      </Menu.RadioItemIndicator>
                    </span>
                    {label}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            </Menu.Group>
            {maySignOut && (
              <>
                <Menu.Separator className={styles['line']} />
                <Menu.Item className={menuStyles['item']} onClick={() => void profileMenu.signOut()}>
                  <span className={menuStyles['mark']} />
                  {accountText.signOut}
                </Menu.Item>
              </>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
