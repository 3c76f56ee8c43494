/** One value in full: as text, as formatted JSON, or as Markdown. */
import type { CellPanel as Panel, OpenCell } from '@basedeck/core'
import type { CellView } from '@basedeck/core/rules'
import { sqlResultsText, sqlText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Copy, Download } from 'lucide-react'
import { useLast } from '../../bind/use-last.js'
import { ControlButton } from '../../elements/control-button.js'
import { Button } from '../../elements/button.js'
import { classNames } from '../../elements/class-names.js'
import { Icon } from '../../elements/icon.js'
import { Scroller } from '../../elements/scroller.js'
import { Tabs } from '../../elements/tabs.js'
import { JsonView } from '../../widgets/json-view/json-view.js'
import { Markdown } from '../../widgets/markdown/markdown.js'
import styles from './cell-panel.module.css'
import { Dock, type DockProps } from './dock.js'

export interface CellPanelProps extends Pick<DockProps, 'area' | 'focusCell'> {
  screen: Panel
}

/** Shows each cell that is selected. */
export function CellPanel({ screen, ...dock }: CellPanelProps) {
  const cell = useStore(screen.$openCell)
  const shown = useLast(cell)
  return (
    <Dock {...dock} title={cell && cell.title} lastTitle={shown?.title ?? ''} onClose={screen.closeCell}>
      {shown && <Content cell={shown} screen={screen} />}
    </Dock>
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
