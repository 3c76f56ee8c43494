/** A link that looks like a button: it leads to where something is done. Off, it is no link and says why. */
import type { Affordance } from '@basedeck/core'
import type { ReactNode } from 'react'
import { Link } from '../bind/link.js'
import { AffordanceButton } from './affordance-button.js'
import styles from './button.module.css'
import { classNames } from './class-names.js'

export interface LinkButtonProps {
  href: string
  kind?: 'primary' | 'default'
  icon?: ReactNode
  affordance?: Affordance
  /** Before it leads there. */
  onClick?: () => void
  children: ReactNode
}

const ON: Affordance = { disabled: false }

export function LinkButton({
  href,
  kind = 'default',
  icon,
  affordance = ON,
  onClick,
  children,
}: LinkButtonProps) {
  if (affordance.disabled) {
    return (
      <AffordanceButton kind={kind} icon={icon} affordance={affordance}>
        {children}
      </AffordanceButton>
    )
  }
  return (
    <Link href={href} onClick={onClick} className={classNames(styles['button'], styles[kind])}>
      {icon}
      {children}
    </Link>
  )
}
