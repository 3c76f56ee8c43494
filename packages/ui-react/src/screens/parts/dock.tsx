/** Details of what is chosen among the rows: beside them, or over the page where they have no room for it. */
import { CELL_PANEL_WIDTH } from '@basedeck/core'
import { sqlResultsText, sqlText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import type { CSSProperties, ReactNode, RefObject } from 'react'
import { useDeck } from '../../bind/deck-context.js'
import { useEscape } from '../../bind/use-escape.js'
import { useIsWide } from '../../bind/use-is-wide.js'
import { PHONE, useMedia } from '../../bind/use-media.js'
import { EdgeHandle } from '../../elements/edge-handle.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { SidePanel } from '../../elements/side-panel.js'
import styles from './dock.module.css'

/** Pixels; narrower rows have no room for a panel beside them. */
const ROOMY = 500

export interface DockProps {
  /** Null: closed. */
  title: string | null
  /** While a panel over the page goes. */
  lastTitle: string
  /** The element that holds the grid and this panel. */
  area: RefObject<HTMLElement | null>
  /** More buttons at its head. */
  buttons?: ReactNode
  /** Gives the focus back to the selected cell. */
  focusCell(): void
  onClose(): void
  children: ReactNode
}

export function Dock(props: DockProps) {
  const isRoomy = useIsWide(props.area, ROOMY)
  const isPhone = useMedia(PHONE)
  return isRoomy && !isPhone ? <Beside {...props} /> : <OverPage {...props} />
}

function OverPage({ title, lastTitle, buttons, onClose, children }: DockProps) {
  return (
    <SidePanel open={title !== null} title={title ?? lastTitle} closeLabel={sqlText.close} onClose={onClose}>
      {buttons !== undefined && <div className={styles['buttons']}>{buttons}</div>}
      {children}
    </SidePanel>
  )
}

function Beside({ title, area, buttons, focusCell, onClose, children }: DockProps) {
  const { preferences } = useDeck()
  const width = useStore(preferences.$cellPanelWidth)
  const close = () => {
    onClose()
    focusCell()
  }
  useEscape(area, title === null ? null : close)
  if (title === null) return null
  return (
    <aside
      aria-label={title}
      data-pane
      className={styles['dock']}
      style={{ '--own-width': `${width}px` } as CSSProperties}
    >
      <EdgeHandle
        edge="left"
        label={sqlResultsText.resizeValue}
        width={width}
        {...CELL_PANEL_WIDTH}
        onResize={(wanted) => preferences.$cellPanelWidth.set(wanted)}
      />
      <header className={styles['header']}>
        <h2 className={styles['title']} title={title}>
          {/* The focus stays in the grid: a screen reader hears of another cell here. */}
          <span role="status">{title}</span>
        </h2>
        {buttons}
        <IconButton label={sqlText.close} icon={<Icon of={X} />} onClick={close} />
      </header>
      <div className={styles['body']}>{children}</div>
    </aside>
  )
}
