/** The button of a choice: a quiet name and the chosen value. */
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './choice-button.module.css'
import { Icon } from './icon.js'

export interface ChoiceButtonProps extends ComponentProps<'button'> {
  name: string
  value: string
}

export function ChoiceButton({ name, value, ...rest }: ChoiceButtonProps) {
  return (
    <button type="button" className={styles['button']} {...rest}>
      <span>{name}</span> <b>{value}</b>
      <Icon of={ChevronDown} size={12} />
    </button>
  )
}
