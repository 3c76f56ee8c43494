/** Self-hosted: the badge of the running version; its popover shows the other versions. */
import type { CliBadge as CliBadgeModel, CliView } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { useState, type ComponentProps, type ReactElement } from 'react'
import { lazyComponent } from '../bind/lazy-component.js'
import { Badge } from '../elements/badge.js'
import styles from './cli-badge.module.css'

interface PopoverProps {
  view: CliView
  trigger: ReactElement
  /** Shown until the popover is there. */
  button: ReactElement
}

const CliPopover = lazyComponent<PopoverProps>(
  async () => (await import('./cli-popover.js')).CliPopover,
  ({ button }) => button,
)

export function CliBadge({ badge }: { badge: CliBadgeModel }) {
  const view = useStore(badge.$view)
  const [isWanted, setWanted] = useState(false)
  if (!view) return null
  const face = (props: ComponentProps<'button'>) => (
    <button type="button" className={styles['badge']} aria-label={view.name} {...props}>
      <Badge tone={view.tone}>{view.label}</Badge>
    </button>
  )
  const button = face({ 'aria-haspopup': 'dialog', 'aria-expanded': false, onClick: () => setWanted(true) })
  return isWanted ? <CliPopover view={view} button={button} trigger={face({})} /> : button
}
