/** Self-hosted: the badge of the running version; its popover shows the other versions. */
import type { CliBadge as CliBadgeModel } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { Suspense, useState, type ComponentProps } from 'react'
import { lazyWithRetry } from '../bind/lazy-component.js'
import { Badge } from '../elements/badge.js'
import styles from './cli-badge.module.css'

const CliPopover = lazyWithRetry(async () => (await import('./cli-popover.js')).CliPopover)

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
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <CliPopover view={view} trigger={face({})} />
    </Suspense>
  )
}
