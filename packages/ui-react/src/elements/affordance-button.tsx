/** A button that may be off: it can then still be reached, and says why. */
import type { Affordance } from '@basedeck/core'
import { Button, type ButtonProps } from './button.js'
import { Tooltip } from './tooltip.js'

export interface AffordanceButtonProps extends ButtonProps {
  affordance: Affordance
}

export function AffordanceButton({ affordance, onClick, ...rest }: AffordanceButtonProps) {
  const { disabled, hint } = affordance
  const button = (
    <Button
      {...rest}
      aria-disabled={disabled || rest['aria-disabled']}
      onClick={(event) => !disabled && onClick?.(event)}
    />
  )
  return hint === undefined ? button : <Tooltip text={hint}>{button}</Tooltip>
}
