/** A link that looks like a button: it opens the page of a task. Disabled, it is not a link and says why. */
import type { ControlState } from '@basedeck/core'
import type { ReactNode } from 'react'
import { Link } from '../bind/link.js'
import { ControlButton } from './control-button.js'
import styles from './button.module.css'
import { classNames } from './class-names.js'

export interface LinkButtonProps {
  href: string
  kind?: 'primary' | 'default'
  icon?: ReactNode
  controlState?: ControlState
  /** Called before the navigation. */
  onClick?: () => void
  children: ReactNode
}

const ON: ControlState = { disabled: false }

export function LinkButton({
  href,
  kind = 'default',
  icon,
  controlState = ON,
  onClick,
  children,
}: LinkButtonProps) {
  if (controlState.disabled) {
    return (
      <ControlButton kind={kind} icon={icon} controlState={controlState}>
        {children}
      </ControlButton>
    )
  }
  return (
    <Link href={href} onClick={onClick} className={classNames(styles['button'], styles[kind])}>
      {icon}
      {children}
    </Link>
  )
}
