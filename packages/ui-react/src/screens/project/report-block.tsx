/** A block of a report: its text, rows or chart, and while it is edited its query. */
import type { OwnReportScreen, ShownBlock, ShownBlockRows } from '@basedeck/core'
import { chartsText, functionsText, ownReportsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { GripVertical } from 'lucide-react'
import { useState } from 'react'
import { useDeck } from '../../bind/deck-context.js'
import { Button } from '../../elements/button.js'
import { DataList } from '../../elements/data-list.js'
import { EmptyState } from '../../elements/empty-state.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import fieldStyles from '../../elements/field.module.css'
import { Icon } from '../../elements/icon.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { Skeleton } from '../../elements/skeleton.js'
import { CodeEditor } from '../../widgets/code-editor/code-editor.js'
import { Markdown } from '../../widgets/markdown/markdown.js'
import { ResultChart } from '../parts/result-chart.js'
import styles from './own-report.module.css'

const NO_MARKS = [] as const

export interface ReportBlockProps {
  screen: OwnReportScreen
  shown: ShownBlock
  isEditing: boolean
  /** Null: it is no longer dragged. */
  onDrag(id: string | null): void
}

export function ReportBlockView({ screen, shown, isEditing, onDrag }: ReportBlockProps) {
  const { block, label, summary } = shown
  return (
    <section className={styles['block']} aria-label={label}>
      {(isEditing || block.type !== 'text') && (
        <header className={styles['head']}>
          {isEditing && <Handle screen={screen} shown={shown} onDrag={onDrag} />}
          {isEditing && block.type !== 'text' ? (
            <input
              className={fieldStyles['input']}
              aria-label={text.title}
              placeholder={label}
              value={block.title}
              maxLength={200}
              onChange={(event) => screen.typeTitle(block.id, event.target.value)}
            />
          ) : (
            <h2>{label}</h2>
          )}
          <small className={styles['summary']}>{summary}</small>
          {isEditing && (
            <RowMenuButton label={text.blockActions(label)} actions={() => screen.actionsOf(block.id)} />
          )}
        </header>
      )}
      {block.type === 'text' ? (
        <TextBlock screen={screen} id={block.id} value={block.text} label={label} isEditing={isEditing} />
      ) : (
        <>
          {isEditing && <Query screen={screen} id={block.id} sql={block.sql} label={label} />}
          <Answer screen={screen} shown={shown} isEditing={isEditing} />
        </>
      )}
    </section>
  )
}

function Handle({ screen, shown: { block, label, at }, onDrag }: Omit<ReportBlockProps, 'isEditing'>) {
  return (
    <button
      type="button"
      draggable
      className={styles['handle']}
      aria-label={text.move(label)}
      title={text.move(label)}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', label)
        onDrag(block.id)
      }}
      onDragEnd={() => onDrag(null)}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
        if (by === 0) return
        event.preventDefault()
        screen.moveTo(block.id, at + by)
      }}
    >
      <Icon of={GripVertical} size={14} />
    </button>
  )
}

interface TextBlockProps {
  screen: OwnReportScreen
  id: string
  value: string
  label: string
  isEditing: boolean
}

function TextBlock({ screen, id, value, label, isEditing }: TextBlockProps) {
  return (
    <>
      {isEditing && (
        <textarea
          className={fieldStyles['input']}
          aria-label={label}
          placeholder={text.textHint}
          rows={5}
          value={value}
          onChange={(event) => screen.typeText(id, event.target.value)}
        />
      )}
      <Markdown text={value} />
    </>
  )
}

function Query({
  screen,
  id,
  sql,
  label,
}: {
  screen: OwnReportScreen
  id: string
  sql: string
  label: string
}) {
  const { preferences } = useDeck()
  const theme = useStore(preferences.$theme)
  const [isOpen, setOpen] = useState(sql === '')
  return (
    <div className={styles['query']}>
      <div className={styles['buttons']}>
        <Button kind="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {text.query}
        </Button>
        <Button onClick={() => screen.run(id)}>{text.run}</Button>
      </div>
      {isOpen && (
        <>
          <div className={styles['editor']}>
            <CodeEditor
              label={text.queryOf(label)}
              leaveHint={functionsText.code.leaveHint}
              value={sql}
              theme={theme}
              marks={NO_MARKS}
              onChange={(typed) => screen.typeSql(id, typed)}
              onRun={() => screen.run(id)}
            />
          </div>
          <p className={styles['hint']}>{text.queryHint}</p>
        </>
      )}
    </div>
  )
}

function Answer({ screen, shown, isEditing }: Omit<ReportBlockProps, 'onDrag'>) {
  const { block, run, chart, rows, label } = shown
  if (run.status === 'failed') {
    return run.isRefused ? (
      <p className={styles['hint']}>{run.message}</p>
    ) : (
      <ErrorAlert title={text.failed}>{run.message}</ErrorAlert>
    )
  }
  if (chart !== null) {
    return (
      <ResultChart
        label={label}
        chart={chart}
        {...(isEditing ? { onChange: (changes) => screen.setBlockChart(block.id, changes) } : {})}
        onCsv={() => screen.saveBlockCsv(block.id)}
        onPng={(picture) => void screen.saveBlockPng(block.id, picture)}
      />
    )
  }
  if (rows !== null) {
    return (
      <>
        <BlockRows label={label} rows={rows} />
        <div className={styles['buttons']}>
          <Button kind="ghost" onClick={() => screen.saveBlockCsv(block.id)}>
            {chartsText.csv}
          </Button>
        </div>
      </>
    )
  }
  if (run.status === 'running') return <Skeleton label={text.running} lines={4} />
  return <EmptyState title={text.notRun} />
}

function BlockRows({ label, rows }: { label: string; rows: ShownBlockRows }) {
  return (
    <div className={styles['rows']}>
      <DataList
        label={label}
        state={{ status: 'ready', data: rows.rows }}
        columns={rows.columns.map(({ key, label: name, isNumber }, at) => ({
          key,
          label: name,
          isRowHeader: at === 0,
          ...(isNumber ? { align: 'end' as const } : {}),
          cell: ({ cells }: ShownBlockRows['rows'][number]) => cellText(cells[at] ?? null),
        }))}
        keyOf={({ key }) => key}
        empty={{ title: text.noRows }}
      />
    </div>
  )
}

function cellText(value: string | null) {
  return value === null ? <span className={styles['null']}>NULL</span> : value
}
