/** Lines of all services: the search, the lines by time, the list, and the line that is open. */
import type { LogRow, LogsScreen } from '@basedeck/core'
import { exactTime, logsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { ActionMenu } from '../../elements/action-menu.js'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { CheckMenu } from '../../elements/check-menu.js'
import { CopyTextButton } from '../../elements/copy-text-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { EmptyState } from '../../elements/empty-state.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { ListEnd } from '../../elements/list-end.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Page } from '../../elements/page.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { SearchField } from '../../elements/search-field.js'
import { Section } from '../../elements/section.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextButton, TextLink } from '../../elements/text-link.js'
import { Timeline } from '../../widgets/timeline/timeline.js'
import { LEVEL_TONES } from './level-tones.js'
import { LinePanel } from './line-panel.js'
import styles from './logs.module.css'
import { RangeMenu } from './range-menu.js'

const FILES = [
  { form: 'ndjson', label: text.download.ndjson },
  { form: 'csv', label: text.download.csv },
] as const

export function Logs({ screen }: { screen: LogsScreen }) {
  const isLive = useStore(screen.$isLive)
  const notes = useStore(screen.$notes)
  return (
    <Page
      title={screen.title}
      description={text.lead}
      width="list"
      actions={
        <>
          <TextLink href={useStore(screen.$alertHref)}>{text.toAlert}</TextLink>
          <TextLink href={screen.explorerHref}>{text.toExplorer}</TextLink>
        </>
      }
    >
      <Search screen={screen} />
      <Section
        title={text.timeline.label}
        actions={
          <>
            <ZoomOut screen={screen} />
            <Button aria-pressed={isLive} onClick={() => screen.setLive(!isLive)}>
              {isLive ? text.live.stop : text.live.start}
            </Button>
            <Button onClick={screen.refresh}>{text.refresh}</Button>
            <CopyTextButton label={text.share} onCopy={screen.copyAddress} />
            <ActionMenu
              trigger={<Button>{text.download.label}</Button>}
              align="end"
              groups={[
                { items: FILES.map(({ form, label }) => ({ label, onChoose: () => screen.download(form) })) },
              ]}
            />
          </>
        }
      >
        <Lines screen={screen} />
      </Section>
      <Section title={text.list.title} isFlush>
        <List screen={screen} />
      </Section>
      {notes.length > 0 && (
        <ul className={styles['notes']}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <LinePanel screen={screen} />
    </Page>
  )
}

function Search({ screen }: { screen: LogsScreen }) {
  const words = useStore(screen.$text)
  const problems = useStore(screen.$problems)
  const help = useId()
  return (
    <form
      role="search"
      className={styles['search']}
      aria-describedby={help}
      onSubmit={(event) => {
        event.preventDefault()
        screen.searchNow()
      }}
    >
      <div className={styles['toolbar']}>
        <div className={styles['field']}>
          <SearchField label={text.search.label} value={words} onChange={screen.search} />
        </div>
        <RangeMenu screen={screen} />
        {useStore(screen.$filters).map(({ field, name, none, values, choices }) => (
          <CheckMenu
            key={field}
            name={name}
            none={none}
            values={values}
            choices={choices}
            onChoose={(next) => {
              const changed = [...values, ...next].find((one) => values.includes(one) !== next.includes(one))
              if (changed !== undefined) screen.toggle(field, changed)
            }}
          />
        ))}
      </div>
      <details className={styles['help']}>
        <summary>{text.search.placeholder}</summary>
        <p id={help}>{text.search.help}</p>
      </details>
      {problems.length > 0 && <p role="status">{problems.join(' ')}</p>}
    </form>
  )
}

function ZoomOut({ screen }: { screen: LogsScreen }) {
  const zoomOut = useStore(screen.$zoomOut)
  return zoomOut && <Button onClick={zoomOut}>{text.timeline.zoomOut}</Button>
}

function Lines({ screen }: { screen: LogsScreen }) {
  const live = useStore(screen.$liveText)
  return (
    <RemoteContent state={useStore(screen.$timeline)}>
      {({ bars, axis, summary }) => (
        <>
          <Timeline
            label={text.timeline.label}
            hint={text.timeline.hint}
            bars={bars}
            axis={axis}
            words={{ ...text.timeline, time: text.list.columns.time, lines: text.list.title }}
            onZoom={screen.zoom}
          />
          <p className={styles['summary']} role="status">
            {live === '' ? summary : live}
          </p>
        </>
      )}
    </RemoteContent>
  )
}

const { columns } = text.list

function columnsOf(open: (id: string) => void): readonly DataListColumn<LogRow>[] {
  return [
    {
      key: 'time',
      label: columns.time,
      isNarrow: true,
      isWideOnly: true,
      cell: ({ time }) => (
        <time dateTime={time} className={styles['time']} title={exactTime(Date.parse(time))}>
          {clockTime(time)}
        </time>
      ),
    },
    {
      key: 'level',
      label: columns.level,
      isNarrow: true,
      isWideOnly: true,
      cell: ({ level, levelLabel }) => <Badge tone={LEVEL_TONES[level]}>{levelLabel}</Badge>,
    },
    { key: 'source', label: columns.source, isNarrow: true, isWideOnly: true, cell: ({ source }) => source },
    {
      key: 'message',
      label: columns.message,
      isRowHeader: true,
      cell: ({ id, time, level, levelLabel, source, message, took }) => (
        <>
          <span className={styles['facts']}>
            <Badge tone={LEVEL_TONES[level]}>{levelLabel}</Badge>
            <time dateTime={time}>{clockTime(time)}</time>
            <span>{source}</span>
            {took !== '' && (
              <span>
                {took} {columns.ms}
              </span>
            )}
          </span>
          <TextButton aria-haspopup="dialog" aria-label={text.list.open(message)} onClick={() => open(id)}>
            <code className={styles['message']}>{message}</code>
          </TextButton>
        </>
      ),
    },
    {
      key: 'ms',
      label: columns.ms,
      isNarrow: true,
      isWideOnly: true,
      align: 'end',
      cell: ({ took }) => took,
    },
  ]
}

/** Date and time to milliseconds in the user's zone. */
function clockTime(time: string): string {
  const at = new Date(time)
  const two = (part: number) => String(part).padStart(2, '0')
  const clock = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')
  return `${two(at.getMonth() + 1)}-${two(at.getDate())} ${clock}.${String(at.getMilliseconds()).padStart(3, '0')}`
}

function List({ screen }: { screen: LogsScreen }) {
  const rows = useStore(screen.$rows)
  switch (rows.status) {
    case 'loading':
      return <Skeleton label={text.list.loading} />
    case 'failed':
      return <LoadFailure message={rows.detail} onRetry={rows.retry} />
    case 'empty':
      return (
        <EmptyState title={rows.title} body={rows.body}>
          {rows.mayClear && <Button onClick={screen.clear}>{text.search.clear}</Button>}
        </EmptyState>
      )
    case 'ready':
      return (
        <>
          {rows.problem !== undefined && <ErrorAlert title={rows.problem} />}
          <div aria-busy={rows.outdated}>
            <DataList
              label={text.list.title}
              state={{ status: 'ready', data: rows.rows }}
              columns={columnsOf(screen.open)}
              keyOf={({ id }) => id}
              empty={{ title: text.list.none }}
            />
          </div>
          {rows.hasMore && (
            <ListEnd
              label={text.list.more}
              loadingLabel={text.list.loading}
              isLoading={rows.loadingMore}
              problem={rows.problem}
              onMore={screen.loadMore}
            />
          )}
        </>
      )
  }
}
