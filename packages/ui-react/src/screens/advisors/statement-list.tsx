/** The statements that were counted. */
import type { ListView, StatementListPart } from '@basedeck/core'
import { catalogueText, queryPerformanceText as text, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { EmptyState } from '../../elements/empty-state.js'
import { ListEnd } from '../../elements/list-end.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { SearchField } from '../../elements/search-field.js'
import { Select } from '../../elements/select.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextButton } from '../../elements/text-link.js'
import { useSortHeadings } from '../../elements/use-sort-headings.js'
import { CellValue } from '../catalogue/cell-value.js'
import styles from './query-performance.module.css'

interface StatementListProps {
  list: StatementListPart
  onOpen(id: string): void
}

type Ready = Extract<ListView, { status: 'ready' }>

export function StatementList({ list, onOpen }: StatementListProps) {
  const view = useStore(list.$view)
  return (
    <>
      <div className={styles['toolbar']}>
        <SearchField label={text.search} value={useStore(list.$search)} onChange={list.search} />
        <Select
          label={text.role}
          value={useStore(list.$role)}
          choices={useStore(list.$roles)}
          onChoose={list.chooseRole}
        />
        <Select
          label={text.kind}
          value={useStore(list.$kind)}
          choices={list.kinds}
          onChoose={list.chooseKind}
        />
        <output className={styles['count']}>{useStore(list.$count)}</output>
      </div>
      {view.status === 'loading' && (
        <div className={styles['pad']}>
          <Skeleton label={shellText.loading} lines={8} />
        </div>
      )}
      {view.status === 'failed' && (
        <LoadFailure title={view.title} message={view.detail} onRetry={view.retry} />
      )}
      {view.status === 'empty' && (
        <EmptyState title={view.title} body={view.body}>
          {view.step === 'clear' && <Button onClick={list.clear}>{catalogueText.clear}</Button>}
        </EmptyState>
      )}
      {view.status === 'ready' && <Rows list={list} view={view} onOpen={onOpen} />}
    </>
  )
}

function Rows({ list, view, onOpen }: StatementListProps & { view: Ready }) {
  const heading = useSortHeadings(list.sorting)
  const columns = list.columns.map(
    ({ key, label, align, isName }, index): DataListColumn<Ready['rows'][number]> => ({
      ...heading(key, label),
      align,
      isNarrow: !isName,
      isRowHeader: isName,
      cell: (row) => cellOf(row, index, isName, onOpen),
    }),
  )
  return (
    <>
      <div className={styles['rows']} aria-busy={view.outdated}>
        <DataList
          label={text.title}
          state={{ status: 'ready', data: view.rows }}
          columns={columns}
          keyOf={({ id }) => id}
          empty={{ title: text.none }}
        />
      </div>
      {view.hasMore && (
        <ListEnd
          label={catalogueText.loadMore}
          loadingLabel={catalogueText.loadingMore}
          isLoading={view.loadingMore}
          problem={view.problem}
          onMore={list.loadMore}
        />
      )}
    </>
  )
}

function cellOf(
  { id, cells }: Ready['rows'][number],
  index: number,
  isName: boolean,
  onOpen: StatementListProps['onOpen'],
) {
  const cell = cells[index]
  if (!cell) return null
  // A hidden statement has no id.
  if (!isName || id.startsWith('\0')) return <CellValue cell={cell} />
  return (
    <TextButton aria-haspopup="dialog" onClick={() => onOpen(id)}>
      <CellValue cell={cell} />
    </TextButton>
  )
}
