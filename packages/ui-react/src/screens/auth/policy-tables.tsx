/** The tables of a schema, each with its row-level security and its policies. */
import type { PoliciesScreen, PolicyTable } from '@basedeck/core'
import type { Policy } from '@basedeck/core/rules'
import { policiesText as text, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Icon } from '../../elements/icon.js'
import { LinkButton } from '../../elements/link-button.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Name } from '../../elements/name.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { SearchField } from '../../elements/search-field.js'
import { Section } from '../../elements/section.js'
import { Skeleton } from '../../elements/skeleton.js'
import styles from './policies.module.css'

export function PolicyTables({ screen }: { screen: PoliciesScreen }) {
  const view = useStore(screen.$view)
  return (
    <>
      <div className={styles['toolbar']}>
        <SearchField label={text.find} value={useStore(screen.$search)} onChange={screen.search} />
        <output className={styles['count']}>{view.status === 'ready' ? view.count : ''}</output>
      </div>
      <List screen={screen} />
    </>
  )
}

function List({ screen }: { screen: PoliciesScreen }) {
  const view = useStore(screen.$view)
  if (view.status === 'loading') return <Skeleton label={shellText.loading} lines={8} />
  if (view.status === 'failed')
    return <LoadFailure title={text.failed} message={view.message} onRetry={view.retry} />
  if (view.status === 'empty')
    return view.isSearched ? (
      <EmptyState title={text.noneFound} body={text.noneFoundBody}>
        <Button onClick={() => screen.search('')}>{text.clear}</Button>
      </EmptyState>
    ) : (
      <EmptyState title={text.none} body={text.noneBody}>
        <LinkButton href={screen.tablesHref}>{text.openTables}</LinkButton>
      </EmptyState>
    )
  return (
    <div className={styles['tables']} aria-busy={view.isOutdated}>
      {view.tables.map((table) => (
        <Table key={table.id} screen={screen} table={table} />
      ))}
      {view.hasMore && <p className={styles['quiet']}>{text.more}</p>}
    </div>
  )
}

function Table({ screen, table }: { screen: PoliciesScreen; table: PolicyTable }) {
  const mayChange = useStore(screen.$mayChange)
  const { isRlsOn, isForced, policies } = table
  return (
    <Section
      title={
        <span className={styles['title']}>
          <Name>{table.name}</Name>
          <Badge tone={isRlsOn ? 'good' : 'bad'}>{isRlsOn ? text.rlsOn : text.rlsOff}</Badge>
          {isForced && <Badge title={text.forcedHint}>{text.forced}</Badge>}
        </span>
      }
      description={policies.length > 0 && !isRlsOn ? text.noEffect : undefined}
      isFlush
      actions={
        <span className={styles['buttons']}>
          <ControlButton
            icon={<Icon of={Plus} size={14} />}
            controlState={mayChange}
            onClick={() => screen.create(table)}
          >
            {text.newPolicy}
          </ControlButton>
          <RowMenuButton label={text.tableActions(table.name)} actions={() => screen.tableActions(table)} />
        </span>
      }
    >
      {policies.length === 0 ? (
        <p className={styles['noPolicies']}>{text.noPolicies(isRlsOn)}</p>
      ) : (
        <DataList
          label={table.name}
          state={{ status: 'ready', data: policies }}
          keyOf={({ name }: Policy) => name}
          columns={columnsOf(screen, table)}
          empty={{ title: '' }}
        />
      )}
    </Section>
  )
}

function columnsOf(screen: PoliciesScreen, table: PolicyTable): DataListColumn<Policy>[] {
  return [
    {
      key: 'name',
      label: text.columns.name,
      isRowHeader: true,
      share: 24,
      cell: (policy) => (
        <button type="button" className={styles['open']} onClick={() => screen.edit(table, policy)}>
          <Name>{policy.name}</Name>
        </button>
      ),
    },
    {
      key: 'command',
      label: text.columns.command,
      isNarrow: true,
      cell: ({ command }) => text.commands[command],
    },
    {
      key: 'kind',
      label: text.columns.kind,
      isNarrow: true,
      cell: ({ isPermissive }) => text.kinds[isPermissive ? 'permissive' : 'restrictive'].label,
    },
    { key: 'roles', label: text.columns.roles, share: 18, cell: ({ roles }) => roles.join(', ') },
    {
      key: 'condition',
      label: text.columns.condition,
      share: 40,
      cell: (policy) => <Conditions policy={policy} />,
    },
    {
      key: 'actions',
      label: text.columns.actions,
      isHiddenLabel: true,
      isNarrow: true,
      cell: (policy) => (
        <RowMenuButton
          label={text.policyActions(policy.name)}
          actions={() => screen.policyActions(table, policy)}
        />
      ),
    },
  ]
}

function Conditions({ policy: { using, check } }: { policy: Policy }) {
  return (
    <span className={styles['conditions']}>
      {using !== null && (
        <span>
          <span className={styles['quiet']}>{text.using}</span> <code title={using}>{using}</code>
        </span>
      )}
      {check !== null && (
        <span>
          <span className={styles['quiet']}>{text.check}</span> <code title={check}>{check}</code>
        </span>
      )}
    </span>
  )
}
