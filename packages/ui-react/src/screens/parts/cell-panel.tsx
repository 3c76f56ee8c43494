/** One value in full: as text, as formatted JSON, or as Markdown. */
import { CELL_PANEL_WIDTH, type CellPanel as Panel, type OpenCell } from '@basedeck/core'
import type { CellView } from '@basedeck/core/rules'
import { sqlResultsText, sqlText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Copy, Download, X } from 'lucide-react'
import type { CSSProperties, RefObject } from 'react'
import { useDeck } from '../../bind/deck-context.js'
import { useEscape } from '../../bind/use-escape.js'
import { useIsWide } from '../../bind/use-is-wide.js'
import { useLast } from '../../bind/use-last.js'
import { PHONE, useMedia } from '../../bind/use-media.js'
import { ControlButton } from '../../elements/control-button.js'
import { Button } from '../../elements/button.js'
import { classNames } from '../../elements/class-names.js'
import { EdgeHandle } from '../../elements/edge-handle.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { Scroller } from '../../elements/scroller.js'
import { SidePanel } from '../../elements/side-panel.js'
import { Tabs } from '../../elements/tabs.js'
import { JsonView } from '../../widgets/json-view/json-view.js'
import { Markdown } from '../../widgets/markdown/markdown.js'
import styles from './cell-panel.module.css'

/** Pixels; narrower rows have no room for a panel beside them. */
const ROOMY = 500

export interface CellPanelProps {
  screen: Panel
  /** The element that holds the grid and this panel. */
  area: RefObject<HTMLElement | null>
  /** Gives the focus back to the selected cell. */
  focusCell(): void
}

/** Beside the rows, where it shows each cell that is selected; where they have no room for it, over the page. */
export function CellPanel(props: CellPanelProps) {
  const isRoomy = useIsWide(props.area, ROOMY)
  const isPhone = useMedia(PHONE)
  return isRoomy && !isPhone ? <DockedCell {...props} /> : <CellOverPage {...props} />
}

function CellOverPage({ screen }: CellPanelProps) {
  const cell = useStore(screen.$openCell)
  const shown = useLast(cell)
  return (
    <SidePanel
      open={cell !== null}
      title={shown?.title ?? ''}
      closeLabel={sqlText.close}
      onClose={screen.closeCell}
    >
      {shown && <Content cell={shown} screen={screen} />}
    </SidePanel>
  )
}

function DockedCell({ screen, area, focusCell }: CellPanelProps) {
  const { preferences } = useDeck()
  const cell = useStore(screen.$openCell)
  const width = useStore(preferences.$cellPanelWidth)
  const close = () => {
    screen.closeCell()
    focusCell()
  }
  useEscape(area, cell && close)
  if (!cell) return null
  return (
    <aside
      aria-label={cell.title}
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
      <header className={styles['dockHeader']}>
        <h2 className={styles['dockTitle']} title={cell.title}>
          {/* The focus stays in the grid: a screen reader hears of another column here. */}
          <span role="status">{cell.title}</span>
        </h2>
        <IconButton label={sqlText.close} icon={<Icon of={X} />} onClick={close} />
      </header>
      <div className={styles['dockBody']}>
        <Content cell={cell} screen={screen} />
      </div>
    </aside>
  )
}

function Content({ cell, screen }: { cell: OpenCell; screen: Panel }) {
  const value = (
    <>
      {cell.isPart && (
        <div className={styles['part']}>
          <p>{sqlResultsText.partOfValue}</p>
          <Button onClick={screen.showAll}>{sqlResultsText.showAll}</Button>
        </div>
      )}
      <Value cell={cell} />
    </>
  )
  const copy = (
    <>
      {cell.size !== undefined && <small className={styles['size']}>{cell.size}</small>}
      <Button icon={<Icon of={Copy} size={14} />} onClick={() => void screen.copyOpenCell()}>
        {sqlResultsText.copyValue}
      </Button>
    </>
  )
  return (
    <div className={styles['cell']}>
      {cell.cutBytes !== undefined && <Cut cell={cell} onSave={() => void screen.saveWholeCell()} />}
      {cell.views.length > 1 ? (
        <Tabs
          label={sqlResultsText.viewsLabel}
          tabs={cell.views.map((key) => ({ key, label: sqlResultsText.views[key] }))}
          active={cell.view}
          onOpen={(key) => screen.setCellView(key as CellView)}
          end={copy}
        >
          {value}
        </Tabs>
      ) : (
        <>
          <div className={styles['cellActions']}>{copy}</div>
          {value}
        </>
      )}
    </div>
  )
}

function Value({ cell }: { cell: OpenCell }) {
  if (cell.isEmpty)
    return (
      <p className={classNames(styles['value'], styles['null'])}>
        {cell.kind === 'bytes' ? sqlResultsText.emptyBytes : sqlResultsText.emptyValue}
      </p>
    )
  if (cell.kind === 'json') return <JsonView key={cell.text} label={cell.title} json={cell.text} />
  if (cell.view === 'markdown') {
    return (
      <Scroller aria-label={cell.title} className={styles['scroller']}>
        <Markdown text={cell.text} />
      </Scroller>
    )
  }
  return (
    <Scroller aria-label={cell.title} className={styles['scroller']}>
      <pre
        className={classNames(
          styles['value'],
          cell.kind === 'null' && styles['null'],
          cell.kind === 'bytes' && styles['bytes'],
        )}
      >
        {cell.text}
      </pre>
    </Scroller>
  )
}

function Cut({ cell, onSave }: { cell: OpenCell; onSave(): void }) {
  const { cutBytes = 0, whole } = cell
  return (
    <div className={styles['cut']}>
      <p>{sqlText.cellCut(cutBytes)}</p>
      {whole && (
        <>
          <p>{whole.hint}</p>
          <ControlButton
            controlState={{ disabled: !whole.isPossible || whole.isBusy }}
            icon={<Icon of={Download} size={14} />}
            onClick={onSave}
          >
            {whole.isBusy ? sqlResultsText.gettingValue : sqlResultsText.wholeValue}
          </ControlButton>
        </>
      )}
    </div>
  )
}
