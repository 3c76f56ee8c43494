/** The help menu: the assistant, platform status, support, keyboard shortcuts. */
import { Menu } from '@base-ui/react/menu'
import { shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ExternalLink, Keyboard, Sparkles } from 'lucide-react'
import type { ReactElement } from 'react'
import { useMenuState } from '../bind/use-menu-state.js'
import { useDeck } from '../bind/deck-context.js'
import { Link } from '../bind/link.js'
import { usePortalContainer } from '../elements/portal-container.js'
import { Icon } from '../elements/icon.js'
import menuStyles from '../elements/menu.module.css'
import { OutsideLink } from '../elements/outside-link.js'

/** Opens when it is mounted, since the first press of its button loads it. `trigger` replaces that button. */
export function HelpMenu({ trigger }: { trigger: ReactElement }) {
  const { shell, actions } = useDeck()
  const links = useStore(shell.$help)
  return (
    <Menu.Root {...useMenuState(true)}>
      <Menu.Trigger render={trigger} />
      <Menu.Portal container={usePortalContainer()}>
        <Menu.Positioner sideOffset={4} align="end" className={menuStyles['positioner']}>
          <Menu.Popup className={menuStyles['popup']}>
            <AssistantItem />
            {links.map(({ key, label, href, isOutside }) => (
              <Menu.Item
                key={key}
                className={menuStyles['item']}
                render={isOutside ? <OutsideLink href={href} /> : <Link href={href} />}
              >
                <span className={menuStyles['mark']}>
                  {isOutside && <Icon of={ExternalLink} size={14} />}
                </span>
                {label}
              </Menu.Item>
            ))}
            <Menu.Item className={menuStyles['item']} onClick={actions.openSheet}>
              <span className={menuStyles['mark']}>
                <Icon of={Keyboard} size={14} />
              </span>
              {shellText.help.shortcuts}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function AssistantItem() {
  const assistant = useStore(useDeck().actions.$keyed).find(({ id }) => id === 'assistant')
  if (!assistant) return null
  const { label, refusal, run } = assistant
  return (
    <Menu.Item className={menuStyles['item']} disabled={refusal !== undefined} title={refusal} onClick={run}>
      <span className={menuStyles['mark']}>
        <Icon of={Sparkles} size={14} />
      </span>
      {label}
    </Menu.Item>
  )
}
