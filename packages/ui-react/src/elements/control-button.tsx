/** A button that may be disabled: it then stays focusable, and says why. */
import type { ControlState } from '@basedeck/core'
import { useId } from 'react'
import styles from './control-button.module.css'
import { Button, type ButtonProps } from './button.js'
import { Tooltip } from './tooltip.js'

export interface ControlButtonProps extends ButtonProps {
  controlState: ControlState
  /** Shows the reason beside the button; by default a tooltip tells it. */
  isExplained?: boolean
}

export function ControlButton(props: ControlButtonProps) {
  const { controlState, isExplained = false, onClick, ...rest } = props
  const { disabled, hint } = controlState
  const id = useId()
  const button = (
    <Button
      {...rest}
      {...(isExplained && hint !== undefined ? { 'aria-describedby': id } : {})}
      aria-disabled={disabled || rest['aria-disabled']}
      onClick={(event) => !disabled && onClick?.(event)}
    />
  )
  if (hint === undefined) return button
  if (!isExplained) return <Tooltip text={hint}>{button}</Tooltip>
  return (
    <span className={styles['explained']}>
      {button}
      <small id={id} className={styles['reason']}>
        {hint}
      </small>
    </span>
  )
}
