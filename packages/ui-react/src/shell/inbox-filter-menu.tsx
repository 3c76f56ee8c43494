/** The filters of the inbox, as one menu that stays open between choices. */
import { Menu } from '@base-ui/react/menu'
import type { Inbox } from '@basedeck/core'
import { notificationText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Check, ListFilter } from 'lucide-react'
import { useMenuState } from '../bind/use-menu-state.js'
import actionStyles from '../elements/action-menu.module.css'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import menuStyles from '../elements/menu.module.css'
import { usePortalContainer } from '../elements/portal-container.js'
import styles from './inbox-popover.module.css'

const text = notificationText.filter

export function InboxFilterMenu({ inbox }: { inbox: Inbox }) {
  const { count, label } = useStore(inbox.$filter)
  return (
    <Menu.Root {...useMenuState()}>
      <Menu.Trigger
        render={
          <IconButton
            label={label}
            icon={
              <span className={styles['filter']}>
                <Icon of={ListFilter} />
                {count > 0 && <span aria-hidden>{count}</span>}
              </span>
            }
            data-active={count > 0 || undefined}
            className={styles['filterButton']}
          />
        }
      />
      <Menu.Portal container={usePortalContainer()}>
        <Menu.Positioner sideOffset={4} align="end" className={menuStyles['positioner']}>
          <Menu.Popup className={`${menuStyles['popup']} ${styles['filters']}`}>
            {count > 0 && (
              <Menu.Item className={menuStyles['item']} onClick={inbox.clearFilters}>
                <span className={menuStyles['mark']} />
                {text.clear}
              </Menu.Item>
            )}
            <Groups inbox={inbox} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Drawn while the menu is open: it fetches the names of organizations and projects. */
function Groups({ inbox }: { inbox: Inbox }) {
  return useStore(inbox.$filterGroups).map(({ key, label, choices }) => (
    <Menu.Group key={key} className={actionStyles['group']}>
      <Menu.GroupLabel className={actionStyles['heading']}>{label}</Menu.GroupLabel>
      <div className={menuStyles['choices']} role="presentation">
        {choices.map((choice) => (
          <Menu.CheckboxItem
            key={choice.value}
            checked={choice.isChosen}
            className={menuStyles['item']}
            onCheckedChange={() => inbox.toggleFilter(key, choice.value)}
          >
            <span className={menuStyles['mark']}>
              <Menu.CheckboxItemIndicator>
                <Icon of={Check} size={14} />
              </Menu.CheckboxItemIndicator>
            </span>
            <bdi className={styles['choice']}>{choice.label}</bdi>
          </Menu.CheckboxItem>
        ))}
      </div>
    </Menu.Group>
  ))
}
