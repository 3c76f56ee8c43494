import type { QueryPerformanceScreen, SlowerRow } from '@basedeck/core'
import { queryPerformanceText as text, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { EmptyState } from '../../elements/empty-state.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { LinkButton } from '../../elements/link-button.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Page } from '../../elements/page.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { Section } from '../../elements/section.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextButton, TextLink } from '../../elements/text-link.js'
import { Time } from '../../elements/time.js'
import { PartContentView } from '../info-pages/part-content-view.js'
import { Gated } from '../parts/gated.js'
import { StatementList } from './statement-list.js'
import { StatementPanel } from './statement-panel.js'
import styles from './query-performance.module.css'

export function QueryPerformance({ screen }: { screen: QueryPerformanceScreen }) {
  const { status } = useStore(screen.$state)
  const mayChange = useStore(screen.$mayChange)
  return (
    <Page
      title={screen.title}
      description={text.lead}
      width="list"
      actions={
        status === 'ready' && (
          <ControlButton controlState={mayChange} onClick={() => screen.reset.ask(null)}>
            {text.reset}
          </ControlButton>
        )
      }
    >
      <Gated gate={screen.gate}>
        <Statements screen={screen} />
        <Section
          title={text.scans.title}
          description={text.scans.body}
          isFlush
          actions={<TextLink href={screen.scans.advisorHref}>{text.scans.toAdvisor}</TextLink>}
        >
          <PartContentView
            label={text.scans.title}
            $content={screen.scans.$content}
            sorting={screen.scans.sorting}
            row={screen.scans.row}
            actionsOf={null}
            copy={screen.copy}
          />
        </Section>
      </Gated>
      <Confirm question={screen.reset} title={() => text.resetTitle} confirmLabel={text.resetConfirm}>
        <p>{text.resetBody}</p>
      </Confirm>
    </Page>
  )
}

function Statements({ screen }: { screen: QueryPerformanceScreen }) {
  const state = useStore(screen.$state)
  if (state.status === 'loading') return <Skeleton label={shellText.loading} lines={8} />
  if (state.status === 'failed')
    return <LoadFailure title={text.failed} message={state.message} onRetry={state.retry} />
  if (state.status === 'installable') return <Install screen={screen} />
  if (state.status === 'closed')
    return (
      <EmptyState title={state.title} body={state.reasons.join(' ')}>
        <LinkButton href={screen.extensionsHref}>{text.setup.toExtensions}</LinkButton>
      </EmptyState>
    )
  return (
    <>
      <Slower screen={screen} />
      <Section title={text.title} description={text.body} isFlush>
        <StatementList list={screen.list} onOpen={screen.panel.open} />
      </Section>
      <StatementPanel panel={screen.panel} copy={screen.copy} extensionsHref={screen.extensionsHref} />
    </>
  )
}

function Install({ screen }: { screen: QueryPerformanceScreen }) {
  const mayChange = useStore(screen.$mayChange)
  const isInstalling = useStore(screen.$isInstalling)
  const problem = useStore(screen.$problem)
  return (
    <>
      {problem !== null && <ErrorAlert title={text.setup.couldNot} remarks={[problem]} />}
      <EmptyState title={text.setup.title} body={text.setup.body}>
        <ControlButton
          kind="primary"
          controlState={mayChange}
          aria-disabled={isInstalling}
          onClick={() => void screen.install()}
        >
          {isInstalling ? text.setup.installing : text.setup.install}
        </ControlButton>
      </EmptyState>
    </>
  )
}

function Slower({ screen }: { screen: QueryPerformanceScreen }) {
  const view = useStore(screen.slower.$view)
  return (
    <Section title={text.slower.title} description={text.slower.body} isFlush>
      <RemoteContent state={view}>
        {({ since, rows }) =>
          rows.length > 0 ? (
            <DataList
              label={text.slower.title}
              state={{ status: 'ready', data: rows }}
              columns={SLOWER_COLUMNS}
              keyOf={({ id }) => id}
              empty={{ title: text.slower.none }}
            />
          ) : since === null ? (
            <p className={styles['quiet']}>
              {text.slower.noHistory}. {text.slower.noHistoryBody}
            </p>
          ) : (
            <p className={styles['quiet']}>
              {text.slower.none}. {text.slower.since} <Time at={since} />.
            </p>
          )
        }
      </RemoteContent>
    </Section>
  )
}

const { columns } = text.slower
const SLOWER_COLUMNS: readonly DataListColumn<SlowerRow>[] = [
  {
    key: 'statement',
    label: columns.statement,
    isRowHeader: true,
    cell: ({ statement, isKept, open }) =>
      isKept ? (
        <TextButton aria-haspopup="dialog" onClick={open}>
          <code>{statement}</code>
        </TextButton>
      ) : (
        statement
      ),
  },
  { key: 'role', label: text.role, isNarrow: true, cell: ({ role }) => role },
  { key: 'before', label: columns.before, isNarrow: true, align: 'end', cell: ({ before }) => before },
  { key: 'now', label: columns.now, isNarrow: true, align: 'end', cell: ({ now }) => now },
  { key: 'factor', label: columns.factor, isNarrow: true, align: 'end', cell: ({ factor }) => factor },
  { key: 'calls', label: columns.calls, isNarrow: true, align: 'end', cell: ({ calls }) => calls },
]
