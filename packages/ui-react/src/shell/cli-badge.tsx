/** Self-hosted: the badge of the version that runs here; opened it tells the others. */
import type { CliBadge as CliBadgeModel } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { Badge } from '../elements/badge.js'
import styles from './cli-badge.module.css'

const CliPopover = lazy(async () => ({ default: (await import('./cli-popover.js')).CliPopover }))

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
