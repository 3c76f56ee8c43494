import {
  impersonationText,
  sqlResultsText,
  sqlRunningText,
  sqlText,
  type ResultTab,
  type QueryPane,
} from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { CopyButton } from '../../elements/copy-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { Scroller } from '../../elements/scroller.js'
import { Skeleton } from '../../elements/skeleton.js'
import { Tabs } from '../../elements/tabs.js'
import { LazyDataGrid } from '../../widgets/data-grid/lazy-data-grid.js'
import { Gated } from '../database/gated.js'
import { ExportMenu } from './export-menu.js'
import styles from './sql-editor.module.css'

export interface ResultPanelProps {
  screen: QueryPane
  /** What is said of a statement without rows. */
  noRows?: string
}

export function ResultPanel({ screen, noRows = sqlText.success }: ResultPanelProps) {
  const run = useStore(screen.$run)
  const gate = useStore(screen.gate.$gate)
  const error = useStore(screen.$error)
  const tabs = useStore(screen.$tabs)
  const active = useStore(screen.$activeTab)
  const ranAs = useStore(screen.$ranAs)
  return (
    <section className={styles['results']} aria-label={sqlText.results} aria-busy={run.status === 'running'}>
      {run.status === 'running' && (
        <div className={styles['success']}>
          <Skeleton label={sqlText.running} />
        </div>
      )}
      {gate.status === 'closed' && (
        <div className={styles['failure']}>
          <Gated gate={screen.gate}>{null}</Gated>
        </div>
      )}
      {error && (
        <div className={styles['failure']}>
          <ErrorAlert title={error.title} detail={error.detail}>
            {error.canRunAnyway && (
              <Button onClick={() => void screen.runAnyway()}>{sqlText.runAnyway}</Button>
            )}
          </ErrorAlert>
        </div>
      )}
      {active && (
        <Tabs
          label={sqlText.results}
          tabs={tabs}
          active={active.key}
          onOpen={screen.openTab}
          end={
            <>
              {ranAs !== null && (
                <Badge tone="busy" title={impersonationText.ranAsHint}>
                  {ranAs}
                </Badge>
              )}
              {run.status === 'success' && run.readOnly && (
                <Badge tone="accent" title={sqlText.readOnlyHint}>
                  {sqlText.readOnly}
                </Badge>
              )}
              <ExportMenu screen={screen} />
            </>
          }
        >
          <TabContent tab={active} screen={screen} noRows={noRows} />
        </Tabs>
      )}
      {run.status !== 'running' && gate.status !== 'closed' && !error && !active && (
        <EmptyState title={sqlText.emptyTitle} body={sqlText.emptyBody} />
      )}
      <Footer screen={screen} />
    </section>
  )
}

function TabContent({ tab, screen, noRows }: Required<ResultPanelProps> & { tab: ResultTab }) {
  if (tab.kind === 'messages') {
    return (
      <ul className={styles['messages']}>
        {tab.notices.map((notice, index) => (
          <li key={index}>
            <b>{notice.severity}</b>
            {notice.message}
          </li>
        ))}
      </ul>
    )
  }
  if (tab.kind === 'plan') {
    return (
      <Scroller aria-label={tab.label} className={styles['plan']}>
        <CopyButton label={sqlRunningText.copyPlan} onCopy={screen.copyPlan} />
        <pre>{tab.plan}</pre>
      </Scroller>
    )
  }
  if (tab.grid.rows.length === 0) {
    return (
      <div className={styles['success']}>
        <p>{noRows}</p>
        {tab.affected !== null && <small>{tab.affected}</small>}
      </div>
    )
  }
  return (
    <div className={styles['grid']}>
      <LazyDataGrid
        key={tab.key}
        label={tab.label}
        columns={tab.grid.columns}
        rows={tab.grid.rows}
        isCut={tab.grid.isCut}
        text={{
          nullWord: sqlText.cellNull,
          copyCell: sqlText.copyCell,
          viewCell: sqlText.viewCell,
          copyRow: sqlResultsText.copyRow,
          copyRange: sqlResultsText.copyRange,
          rowNumber: sqlText.rowNumber,
        }}
        onCopyCell={(row, column) => void screen.copyCell(row, column)}
        onCopyRow={(row) => void screen.copyRow(row)}
        onCopyRange={(range) => void screen.copyRange(range)}
        onOpenCell={screen.viewCell}
      />
    </div>
  )
}

function Footer({ screen }: { screen: QueryPane }) {
  const footer = useStore(screen.$footer)
  if (!footer) return null
  return (
    <footer className={styles['footer']}>
      <span>
        <span>{footer.rows}</span> {footer.limited !== undefined && <small>{footer.limited}</small>}
      </span>
      <small>{footer.time}</small>
      {footer.note !== undefined && <small>{footer.note}</small>}
    </footer>
  )
}
