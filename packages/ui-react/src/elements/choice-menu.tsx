/** One choice among a few, behind a button: "Limit 100 rows ⌄". */
import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import { useFloatingPlace } from './floating-place.js'
import { Icon } from './icon.js'
import styles from './menu.module.css'

export interface Choice<Value> {
  value: Value
  label: string
}

export interface ChoiceMenuProps<Value> {
  /** The button that opens it. */
  trigger: ReactElement
  value: Value
  choices: readonly Choice<Value>[]
  align?: 'start' | 'end'
  onChoose(value: Value): void
}

export function ChoiceMenu<Value>({
  trigger,
  value,
  choices,
  align = 'start',
  onChoose,
}: ChoiceMenuProps<Value>) {
  return (
    <Menu.Root>
      <Menu.Trigger render={trigger} />
      <Menu.Portal container={useFloatingPlace()}>
        <Menu.Positioner sideOffset={4} align={align} className={styles['positioner']}>
          <Menu.Popup className={styles['popup']}>
            <Menu.RadioGroup value={value} onValueChange={(next: Value) => onChoose(next)}>
              {choices.map((choice) => (
                <Menu.RadioItem
                  key={String(choice.value)}
                  value={choice.value}
                  closeOnClick
                  className={styles['item']}
                >
                  <span className={styles['mark']}>
                    <Menu.RadioItemIndicator>
                      <Icon of={Check} size={14} />
                    </Menu.RadioItemIndicator>
                  </span>
                  {choice.label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
