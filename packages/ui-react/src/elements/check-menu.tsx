/** Several choices at once, behind a button: "Status Healthy, Paused ⌄". It stays open between choices. */
import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { useMenuState } from '../bind/use-menu-state.js'
import type { Choice } from './choice-items.js'
import { ChoiceButton } from './choice-button.js'
import { usePortalContainer } from './portal-container.js'
import { Icon } from './icon.js'
import styles from './menu.module.css'

export interface CheckMenuProps {
  name: string
  /** What the button says when nothing is chosen. */
  none: string
  values: readonly string[]
  choices: readonly Choice<string>[]
  onChoose(values: string[]): void
}

export function CheckMenu({ name, none, values, choices, onChoose }: CheckMenuProps) {
  const chosen = choices.filter(({ value }) => values.includes(value)).map(({ label }) => label)
  return (
    <Menu.Root {...useMenuState()}>
      <Menu.Trigger render={<ChoiceButton name={name} value={chosen.join(', ') || none} />} />
      <Menu.Portal container={usePortalContainer()}>
        <Menu.Positioner sideOffset={4} className={styles['positioner']}>
          <Menu.Popup className={styles['popup']}>
            {choices.map(({ value, label }) => (
              <Menu.CheckboxItem
                key={value}
                checked={values.includes(value)}
                className={styles['item']}
                onCheckedChange={(checked) =>
                  onChoose(checked ? [...values, value] : values.filter((other) => other !== value))
                }
              >
                <span className={styles['mark']}>
                  <Menu.CheckboxItemIndicator>
                    <Icon of={Check} size={14} />
                  </Menu.CheckboxItemIndicator>
                </span>
                {label}
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
