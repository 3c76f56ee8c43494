/** A button that opens the menu of one row. */
import { MoreHorizontal } from 'lucide-react'
import type { RowAction } from '@basedeck/core'
import { useState } from 'react'
import { Icon } from './icon.js'
import { IconButton } from './icon-button.js'
import { RowMenu } from './row-menu.js'

export interface RowMenuButtonProps {
  label: string
  /** Read when the menu opens. */
  actions(): readonly RowAction[]
}

export function RowMenuButton({ label, actions }: RowMenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [shown, setShown] = useState<readonly RowAction[]>([])
  return (
    <>
      <IconButton
        label={label}
        icon={<Icon of={MoreHorizontal} size={14} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setShown(actions())
          setAnchor(event.currentTarget)
        }}
      />
      <RowMenu label={label} anchor={anchor} actions={shown} onClose={() => setAnchor(null)} />
    </>
  )
}
