/** The list beside an editor, of queries or of tables: resizable or collapsed; on a small screen it covers the page. */
import { SIDE_MENU_WIDTH } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState, type CSSProperties, type ReactNode } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { FOLDED, useMedia } from '../bind/use-media.js'
import { useRoving } from '../bind/use-roving.js'
import { EdgeHandle } from '../elements/edge-handle.js'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import styles from './list-panel.module.css'

export interface ListPanelProps {
  /** The accessible name of the list. */
  label: string
  title: string
  text: { open: string; close: string; resize: string }
  /** A button beside the title, also while the list is collapsed. */
  first?: ReactNode
  /** Other buttons beside the title. */
  more?: ReactNode
  /** In a low window the panel takes no line, and its buttons stand in the row of tabs below or above it. Absent: the page has no tabs. */
  tabs?: 'below' | 'above'
  /** @param closeSheet closes the list where it covers the page */
  children(closeSheet: () => void): ReactNode
}

export function ListPanel({ label, title, text, first, more, tabs, children }: ListPanelProps) {
  const { preferences } = useDeck()
  const isWanted = useStore(preferences.$snippetPanel) === 'open'
  const width = useStore(preferences.$snippetPanelWidth)
  // On a small screen it covers the page, and is closed at first.
  const [isSheetOpen, setSheetOpen] = useState(false)
  const isFolded = useMedia(FOLDED)
  const isOpen = isFolded ? isSheetOpen : isWanted
  const toggle = (open: boolean, className: string, onClick: () => void) => (
    <IconButton
      label={open ? text.close : text.open}
      icon={<Icon of={open ? PanelLeftClose : PanelLeftOpen} />}
      aria-expanded={open}
      className={styles[className]}
      onClick={onClick}
    />
  )
  return (
    <nav
      aria-label={label}
      data-pane
      className={styles['panel']}
      data-open={isOpen}
      data-sheet={isSheetOpen}
      data-tabs={tabs}
      data-over={isFolded && isOpen}
      style={{ '--own-width': `${width}px` } as CSSProperties}
    >
      <header ref={useRoving<HTMLElement>('across')} className={styles['header']}>
        <h2 className={styles['title']}>{title}</h2>
        {first}
        {more !== undefined && <span className={styles['more']}>{more}</span>}
        {toggle(isOpen, 'toggle', () =>
          isFolded ? setSheetOpen(!isOpen) : preferences.$snippetPanel.set(isOpen ? 'closed' : 'open'),
        )}
        {toggle(isSheetOpen, 'sheetToggle', () => setSheetOpen(!isSheetOpen))}
      </header>
      <div className={styles['body']}>{children(() => setSheetOpen(false))}</div>
      {isOpen && !isFolded && (
        <EdgeHandle
          label={text.resize}
          width={width}
          {...SIDE_MENU_WIDTH}
          onResize={(wanted) => preferences.$snippetPanelWidth.set(wanted)}
        />
      )}
    </nav>
  )
}
