/** The frame of a panel beside the page: its title, its edge, and the way to close it. */
import { PANEL_WIDTH } from '@basedeck/core'
import { editorPanelText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { EdgeHandle } from '../elements/edge-handle.js'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import styles from './panel-beside.module.css'
import { usePanelFrame } from './panel-frame.js'

export interface PanelBesideProps {
  /** Its name as a landmark. */
  label: string
  title: string
  closeLabel: string
  /** Controls between the title and the close button. */
  tools: ReactNode
  onClose(): void
  children: ReactNode
}

export function PanelBeside({ label, title, closeLabel, tools, onClose, children }: PanelBesideProps) {
  const { preferences } = useDeck()
  return (
    <aside aria-label={label} data-pane {...usePanelFrame()}>
      <EdgeHandle
        edge="left"
        label={editorPanelText.resize}
        width={useStore(preferences.$panelWidth)}
        {...PANEL_WIDTH}
        onResize={(wanted) => preferences.$panelWidth.set(wanted)}
      />
      <header className={styles['header']}>
        <h2 className={styles['title']}>{title}</h2>
        {tools}
        <IconButton label={closeLabel} icon={<Icon of={X} />} onClick={onClose} />
      </header>
      {children}
    </aside>
  )
}
