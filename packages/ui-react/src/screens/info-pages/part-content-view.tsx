/** What one part of a page shows: facts, a table, or why there is nothing. */
import type { InfoFact, ListSorting, OpenRow, PartContent, RowAction } from '@basedeck/core'
import { infoText, projectText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { CopyButton } from '../../elements/copy-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { FactList } from '../../elements/fact-list.js'
import { LinkButton } from '../../elements/link-button.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Time } from '../../elements/time.js'
import { CellTable } from '../catalogue/cell-table.js'
import { RowPanel } from '../catalogue/row-panel.js'
import styles from './info-page.module.css'
import { PartSkeleton } from './part-skeleton.js'

export interface PartContentProps {
  label: string
  $content: ReadableAtom<PartContent>
  sorting: ListSorting
  row: OpenRow
  actionsOf: ((rowId: string) => readonly RowAction[]) | null
  copy(text: string): Promise<boolean>
}

export function PartContentView({ label, $content, sorting, row, actionsOf, copy }: PartContentProps) {
  const content = useStore($content)
  switch (content.status) {
    case 'loading':
      return <PartSkeleton />
    case 'failed':
      return <LoadFailure message={content.message} onRetry={content.retry} />
    case 'closed':
      return <EmptyState title={infoText.closed} />
    case 'empty':
      return (
        <EmptyState title={content.title} {...(content.body === undefined ? {} : { body: content.body })}>
          <LinkButton href={content.step.href}>{content.step.label}</LinkButton>
        </EmptyState>
      )
    case 'facts':
      return (
        <div className={styles['facts']}>
          <FactList
            facts={content.facts.map((fact) => ({
              key: fact.key,
              label: fact.label,
              value: <FactValue fact={fact} copy={copy} />,
            }))}
          />
        </div>
      )
    default:
      return (
        <>
          <CellTable
            label={label}
            columns={content.columns}
            rows={content.rows}
            sorting={sorting}
            row={row}
            actionsOf={actionsOf}
          />
          <RowPanel row={row} copy={copy} />
        </>
      )
  }
}

function FactValue({ fact, copy }: { fact: InfoFact; copy(text: string): Promise<boolean> }) {
  if (fact.at !== undefined) return <Time at={fact.at} />
  if (!fact.copyable) return fact.value
  return (
    <>
      <code>{fact.value}</code>
      <CopyButton label={projectText.copy(fact.label)} onCopy={() => copy(fact.value)} />
    </>
  )
}
