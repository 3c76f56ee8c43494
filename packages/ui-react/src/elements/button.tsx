import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.js'
import styles from './button.module.css'

export interface ButtonProps extends ComponentProps<'button'> {
  kind?: 'primary' | 'default' | 'ghost' | 'danger'
  /** The shortcut of the same action; shown, not bound here. */
  shortcut?: string | undefined
  icon?: ReactNode
}

export function Button({ kind = 'default', shortcut, icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={classNames(styles['button'], styles[kind], className)} {...rest}>
      {icon}
      {children}
      {shortcut !== undefined && <kbd className={styles['shortcut']}>{shortcut}</kbd>}
    </button>
  )
}
