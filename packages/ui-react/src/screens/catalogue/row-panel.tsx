/** All values of one row, and the SQL that creates it. */
import type { OpenedRow, OpenRow, ShownCell } from '@basedeck/core'
import { catalogueText, shellText, structureText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { CopyButton } from '../../elements/copy-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { FactList } from '../../elements/fact-list.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { SidePanel } from '../../elements/side-panel.js'
import { Skeleton } from '../../elements/skeleton.js'
import { Time } from '../../elements/time.js'
import { WideScroller } from '../../elements/wide-scroller.js'
import styles from './row-panel.module.css'

export interface RowPanelProps {
  row: OpenRow
  copy(text: string): Promise<boolean>
}

export function RowPanel({ row, copy }: RowPanelProps) {
  const open = useStore(row.$open)
  const last = useLast(open)
  return (
    <SidePanel
      open={open !== null}
      title={last?.title ?? ''}
      closeLabel={catalogueText.close}
      onClose={row.close}
    >
      {last && (
        <div className={styles['panel']}>
          <FactList
            facts={last.facts.map(({ key, label, cell }) => ({ key, label, value: <Whole cell={cell} /> }))}
          />
          {last.dependents && <Dependents dependents={last.dependents} />}
          {last.definition && <Definition definition={last.definition} copy={copy} />}
        </div>
      )}
    </SidePanel>
  )
}

function Whole({ cell }: { cell: ShownCell }) {
  if (cell.kind === 'time') return <Time at={cell.text} />
  return cell.kind === 'code' ? <code>{cell.text}</code> : <bdi>{cell.text}</bdi>
}

/** What depends on the row, by name. */
export function Dependents({
  dependents: { heading, list },
}: {
  dependents: NonNullable<OpenedRow['dependents']>
}) {
  return (
    <section aria-labelledby="row-dependents" className={styles['definition']}>
      <header>
        <h3 id="row-dependents">{heading}</h3>
      </header>
      {list.status === 'loading' && <Skeleton label={shellText.loading} lines={2} />}
      {list.status === 'failed' && (
        <LoadFailure
          title={structureText.dependentsFailed}
          message={list.error.message}
          onRetry={list.retry}
        />
      )}
      {list.status === 'ready' && list.data.total === 0 && <p>{structureText.nothingDepends}</p>}
      {list.status === 'ready' && list.data.total > 0 && (
        <ul className={styles['dependents']} aria-label={heading}>
          {list.data.objects.map(({ name }) => (
            <li key={name}>{name}</li>
          ))}
          {list.data.total > list.data.objects.length && (
            <li>{structureText.andMore(list.data.total - list.data.objects.length)}</li>
          )}
        </ul>
      )}
    </section>
  )
}

interface DefinitionProps {
  definition: NonNullable<OpenedRow['definition']>
  copy(text: string): Promise<boolean>
}

function Definition({ definition, copy }: DefinitionProps) {
  const text = definition.status === 'ready' ? definition.data : null
  return (
    <section aria-labelledby="row-definition" className={styles['definition']}>
      <header>
        <h3 id="row-definition">{catalogueText.definition}</h3>
        {text !== null && <CopyButton label={catalogueText.copyDefinition} onCopy={() => copy(text)} />}
      </header>
      {definition.status === 'loading' && <Skeleton label={shellText.loading} lines={4} />}
      {definition.status === 'failed' && (
        <LoadFailure
          title={catalogueText.definitionFailed}
          message={definition.error.message}
          onRetry={definition.retry}
        />
      )}
      {definition.status === 'ready' &&
        (text === null ? (
          <EmptyState title={catalogueText.noDefinition} />
        ) : (
          <WideScroller aria-label={catalogueText.definition} className={styles['code']}>
            <pre>{text}</pre>
          </WideScroller>
        ))}
    </section>
  )
}
