import type { ResultTab, QueryPane, FixedTab } from '@basedeck/core'
import {
  chartsText,
  impersonationText,
  sqlHelpText,
  sqlResultsText,
  sqlRunningText,
  sqlText,
} from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useRef, type ReactNode } from 'react'
import { useIsWide } from '../../bind/use-is-wide.js'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { CopyButton } from '../../elements/copy-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { Scroller } from '../../elements/scroller.js'
import { Skeleton } from '../../elements/skeleton.js'
import { Tabs } from '../../elements/tabs.js'
import { GateBar } from '../parts/gated.js'
import { ResultChart } from '../parts/result-chart.js'
import { ParameterBar } from './parameter-bar.js'
import { ResultGrid } from './result-grid.js'
import { ResultTools, type ResultToolsProps } from './result-tools.js'
import { ExportMenu } from '../parts/export-menu.js'
import styles from './sql-editor.module.css'

/** Pixels that the tabs and a button for each tool need. */
const ROOMY = 520

export interface ResultPanelProps {
  screen: QueryPane
  /** The message of a statement without rows. */
  noRows?: string
  /** The content of the tabs that are always there. */
  fixed?: Readonly<Record<FixedTab, ReactNode>>
  /** Shown with a chart. */
  besideChart?: ReactNode
  /** Shown before the first run; default: what this panel shows. */
  beforeRun?: ReactNode
}

export function ResultPanel(props: ResultPanelProps) {
  const { screen } = props
  const run = useStore(screen.$run)
  const tabs = useStore(screen.$tabs)
  const active = useStore(screen.$activeTab)
  const section = useRef<HTMLElement>(null)
  const isRoomy = useIsWide(section, ROOMY)
  const content = <TabContent {...props} tab={active} />
  return (
    <section
      ref={section}
      className={styles['results']}
      aria-label={sqlText.results}
      data-pane
      data-prints
      aria-busy={run.status === 'running'}
    >
      <GateBar gate={screen.gate} />
      <ParameterBar screen={screen} />
      {tabs.length === 1 && active.kind === 'run' ? (
        content
      ) : (
        <Tabs
          label={sqlText.results}
          tabs={tabs}
          active={active.key}
          onOpen={screen.openTab}
          end={<AboutRun screen={screen} isRoomy={isRoomy} />}
        >
          {content}
        </Tabs>
      )}
      <Footer screen={screen} />
    </section>
  )
}

function AboutRun({ screen, isRoomy }: ResultToolsProps) {
  const run = useStore(screen.$run)
  const ranAs = useStore(screen.$ranAs)
  return (
    <>
      {ranAs !== null && (
        <Badge tone="busy" title={impersonationText.ranAsHint}>
          {ranAs}
        </Badge>
      )}
      {run.status === 'success' && run.readOnly && (
        <span className={styles['spacious']}>
          <Badge tone="accent" title={sqlText.readOnlyHint}>
            {sqlText.readOnly}
          </Badge>
        </span>
      )}
      <ResultTools screen={screen} isRoomy={isRoomy} />
      <ExportMenu screen={screen} />
    </>
  )
}

/** The outcome of a run without rows. */
function RunOutcome({ screen, noRows = sqlText.success, beforeRun }: ResultPanelProps) {
  const run = useStore(screen.$run)
  const gate = useStore(screen.gate.$gate)
  const error = useStore(screen.$error)
  if (run.status === 'running') {
    return (
      <div className={styles['success']}>
        <Skeleton label={sqlText.running} />
      </div>
    )
  }
  if (error) {
    return (
      <div className={styles['failure']}>
        <ErrorAlert title={error.title} detail={error.detail} remarks={error.remarks}>
          {error.canMend && <Button onClick={screen.mendCharacters}>{sqlHelpText.mend}</Button>}
          {error.canRunAnyway && <Button onClick={() => void screen.runAnyway()}>{sqlText.runAnyway}</Button>}
          {error.again !== null && <Button onClick={() => void screen.runAgain()}>{error.again}</Button>}
        </ErrorAlert>
      </div>
    )
  }
  // The notice above says why nothing can run.
  if (gate.status === 'closed') return null
  if (run.status === 'success') return <p className={styles['success']}>{noRows}</p>
  return beforeRun ?? <EmptyState title={sqlText.emptyTitle} body={sqlText.emptyBody} />
}

function TabContent({ tab, ...props }: ResultPanelProps & { tab: ResultTab }) {
  switch (tab.kind) {
    case 'run':
      return <RunOutcome {...props} />
    case 'result':
      return <Rows {...props} tab={tab} />
    case 'plan':
      return (
        <Scroller aria-label={tab.label} className={styles['plan']}>
          <CopyButton label={sqlRunningText.copyPlan} onCopy={props.screen.copyPlan} />
          <pre>{tab.plan}</pre>
        </Scroller>
      )
    case 'messages':
      return <Messages notices={tab.notices} />
    case 'history':
    case 'running':
      return props.fixed?.[tab.kind]
  }
}

type TabOf<Kind extends ResultTab['kind']> = Extract<ResultTab, { kind: Kind }>

function Messages({ notices }: Pick<TabOf<'messages'>, 'notices'>) {
  if (notices.length === 0) return <EmptyState title={sqlText.noMessages} />
  return (
    <Scroller aria-label={sqlText.messages} className={styles['failure']}>
      <ul className={styles['messages']}>
        {notices.map((notice, index) => (
          <li key={index}>
            <b>{notice.severity}</b>
            {notice.message}
          </li>
        ))}
      </ul>
    </Scroller>
  )
}

function Rows({
  screen,
  noRows = sqlText.success,
  tab,
  besideChart,
}: ResultPanelProps & { tab: TabOf<'result'> }) {
  const chart = useStore(screen.$chart)
  if (tab.result.letGo !== undefined) {
    return (
      <EmptyState title={sqlResultsText.letGo} body={sqlResultsText.letGoDetail}>
        <Button onClick={() => void screen.run()}>{sqlText.run}</Button>
      </EmptyState>
    )
  }
  if (tab.result.rows.length === 0 && tab.result.isPartial) {
    return (
      <div className={styles['success']}>
        <Skeleton label={sqlText.running} />
      </div>
    )
  }
  if (tab.result.rows.length === 0) {
    return (
      <div className={styles['success']}>
        <p>{tab.notKept ?? noRows}</p>
        {tab.affected !== null && <small>{tab.affected}</small>}
        {tab.ended !== null && <small>{tab.ended}</small>}
      </div>
    )
  }
  if (chart !== null) {
    return (
      <Scroller aria-label={chartsText.chart} className={styles['chartArea']}>
        <ResultChart
          label={tab.label}
          chart={chart}
          onChange={screen.setChart}
          onCsv={screen.saveChartCsv}
          onPng={(picture) => void screen.saveChartPng(picture)}
          actions={besideChart}
        />
      </Scroller>
    )
  }
  return <ResultGrid screen={screen} tab={tab} />
}

function Footer({ screen }: { screen: QueryPane }) {
  const footer = useStore(screen.$footer)
  const editability = useStore(screen.$editability)
  const figures = useStore(screen.$figures)
  const isRunning = useStore(screen.$run).status === 'running'
  if (!footer) return null
  return (
    <footer className={styles['footer']}>
      <span>
        {/* Of a run under way a screen reader would hear every count: it hears the last one. */}
        <span>{isRunning && footer.rows}</span>
        <span role="status">{!isRunning && footer.rows}</span>{' '}
        {footer.limited !== undefined && <small>{footer.limited}</small>}
      </span>
      {footer.time !== undefined && <small>{footer.time}</small>}
      {footer.note !== undefined && <small>{footer.note}</small>}
      {editability !== null && <small className={styles['editability']}>{editability}</small>}
      {figures && (
        <small className={styles['figures']} role="status">
          {sqlResultsText.figures(figures)}
        </small>
      )}
    </footer>
  )
}
