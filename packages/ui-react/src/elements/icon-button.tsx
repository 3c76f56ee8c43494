import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.js'
import styles from './icon-button.module.css'
import { Tooltip } from './tooltip.js'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Its accessible name, also shown on hover. */
  label: string
  /** Shown instead of the name: why the button is disabled. */
  hint?: string | undefined
  icon: ReactNode
}

export function IconButton({ label, hint, icon, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={hint ?? label}>
      <button type="button" aria-label={label} className={classNames(styles['button'], className)} {...rest}>
        {icon}
      </button>
    </Tooltip>
  )
}
