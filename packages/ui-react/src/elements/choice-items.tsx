/** The entries of a menu with one choice. */
import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { Icon } from './icon.js'
import styles from './menu.module.css'

export interface Choice<Value> {
  value: Value
  label: string
  /** Why it can't be chosen. */
  hint?: string
}

export interface ChoiceItemsProps<Value> {
  value: Value
  choices: readonly Choice<Value>[]
  onChoose(value: Value): void
}

export function ChoiceItems<Value>({ value, choices, onChoose }: ChoiceItemsProps<Value>) {
  return (
    <Menu.RadioGroup
      value={value}
      className={styles['choices']}
      onValueChange={(next: Value) => onChoose(next)}
    >
      {choices.map((choice) => (
        <Menu.RadioItem
          key={String(choice.value)}
          value={choice.value}
          closeOnClick
          disabled={choice.hint !== undefined}
          title={choice.hint}
          className={styles['item']}
        >
          <span className={styles['mark']}>
            <Menu.RadioItemIndicator>
              <Icon of={Check} size={14} />
            </Menu.RadioItemIndicator>
          </span>
          {choice.label}
          {choice.hint !== undefined && <span className={styles['hint']}>{choice.hint}</span>}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
