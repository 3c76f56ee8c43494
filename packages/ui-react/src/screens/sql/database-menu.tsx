/** The choice of the project's database for runs. */
import { Menu } from '@base-ui/react/menu'
import type { QueryTools } from '@basedeck/core'
import { sqlRunningText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Check } from 'lucide-react'
import { ChoiceButton } from '../../elements/choice-button.js'
import { usePortalContainer } from '../../elements/portal-container.js'
import { Icon } from '../../elements/icon.js'
import menuStyles from '../../elements/menu.module.css'
import styles from './query-tools.module.css'

export function DatabaseMenu({ databases }: { databases: QueryTools['databases'] }) {
  const chosen = useStore(databases.$database)
  const list = useStore(databases.$databases)
  const note = useStore(databases.$databasesNote)
  const label = list.find(({ value }) => value === chosen)?.label ?? text.primary
  return (
    <Menu.Root onOpenChange={(open) => open && databases.openDatabases()}>
      <Menu.Trigger render={<ChoiceButton name={text.database} value={label} />} />
      <Menu.Portal container={usePortalContainer()}>
        <Menu.Positioner sideOffset={4} align="start" className={menuStyles['positioner']}>
          <Menu.Popup className={menuStyles['popup']}>
            <Menu.RadioGroup value={chosen} className={styles['databases']}>
              {list.map(({ value, label: name }) => (
                <Menu.RadioItem key={value} value={value} closeOnClick className={menuStyles['item']}>
                  <span className={menuStyles['mark']}>
                    <Menu.RadioItemIndicator>
                      <Icon of={Check} size={14} />
                    </Menu.RadioItemIndicator>
                  </span>
                  {name}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            {note !== null && <p className={styles['note']}>{note}</p>}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
