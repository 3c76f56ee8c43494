/** The entries of an audit log: searched, each opened in a panel, and saved as a file. */
import type { AuditRow, AuditRows, AuditList } from '@basedeck/core'
import { organizationText, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Download } from 'lucide-react'
import { ControlButton } from '../../elements/control-button.js'
import { Button } from '../../elements/button.js'
import { CutText } from '../../elements/cut-text.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Icon } from '../../elements/icon.js'
import { ListEnd } from '../../elements/list-end.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { SearchField } from '../../elements/search-field.js'
import { Select } from '../../elements/select.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextButton } from '../../elements/text-link.js'
import { Time } from '../../elements/time.js'
import { AuditPanel } from './audit-panel.js'
import styles from './audit.module.css'

const text = organizationText.audit

export function AuditDownload({ list }: { list: AuditList }) {
  const { status } = useStore(list.$rows)
  return (
    <ControlButton
      icon={<Icon of={Download} />}
      controlState={{ disabled: status !== 'ready', hint: text.downloadHint }}
      onClick={list.download}
    >
      {text.download}
    </ControlButton>
  )
}

export function AuditEntries({ list }: { list: AuditList }) {
  const rows = useStore(list.$rows)
  return (
    <>
      <div className={styles['list']}>
        <div className={styles['toolbar']}>
          <SearchField label={text.find} value={useStore(list.$search)} onChange={list.search} />
          <Filters list={list} />
        </div>
        <div className={styles['card']}>
          <List list={list} rows={rows} />
        </div>
      </div>
      <AuditPanel list={list} />
    </>
  )
}

function Filters({ list }: { list: AuditList }) {
  const filters = useStore(list.$filters)
  return (
    <>
      {filters.map(({ kind, label, value, choices }) => (
        <Select
          key={kind}
          label={label}
          value={value}
          choices={choices}
          onChoose={(chosen) => list.narrow(kind, chosen)}
        />
      ))}
      <input
        type="date"
        aria-label={text.day}
        title={text.day}
        className={styles['day']}
        value={useStore(list.$day)}
        onChange={({ target }) => list.narrow('day', target.value)}
      />
    </>
  )
}

function List({ list, rows }: { list: AuditList; rows: AuditRows }) {
  if (rows.status === 'loading') {
    return (
      <div className={styles['pad']}>
        <Skeleton label={shellText.loading} lines={8} />
      </div>
    )
  }
  if (rows.status === 'failed') {
    return <LoadFailure title={rows.title} message={rows.detail} onRetry={rows.retry} />
  }
  if (rows.status === 'empty') {
    return (
      <EmptyState title={rows.title} {...(rows.body === undefined ? {} : { body: rows.body })}>
        {rows.mayClear && <Button onClick={list.clear}>{text.clear}</Button>}
      </EmptyState>
    )
  }
  return (
    <div aria-busy={rows.outdated} className={styles['rows']}>
      <DataList
        label={text.list}
        state={{ status: 'ready', data: rows.rows }}
        keyOf={({ id }) => id}
        empty={{ title: text.none }}
        columns={columnsOf(list)}
      />
      {rows.hasMore && (
        <ListEnd
          label={text.loadMore}
          loadingLabel={text.loadingMore}
          isLoading={rows.loadingMore}
          problem={rows.problem}
          onMore={list.loadMore}
        />
      )}
    </div>
  )
}

function columnsOf(list: AuditList): DataListColumn<AuditRow>[] {
  return [
    { key: 'when', label: text.columns.when, isNarrow: true, cell: ({ at }) => <Time at={at} /> },
    { key: 'who', label: text.columns.who, cell: ({ who }) => <CutText>{who}</CutText> },
    {
      key: 'action',
      label: text.columns.action,
      isRowHeader: true,
      cell: ({ id, action }) => (
        <TextButton aria-haspopup="dialog" onClick={() => list.open(id)}>
          <code>{action}</code>
        </TextButton>
      ),
    },
    { key: 'target', label: text.columns.target, cell: ({ target }) => <CutText>{target}</CutText> },
    {
      key: 'address',
      label: text.columns.address,
      isNarrow: true,
      cell: ({ address }) => <code>{address}</code>,
    },
  ]
}
