import type { OrganizationRow, OrganizationsScreen } from '@basedeck/core'
import { organizationText, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Lock, Plus } from 'lucide-react'
import { useSortHeadings } from '../../elements/use-sort-headings.js'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { CutText } from '../../elements/cut-text.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Icon } from '../../elements/icon.js'
import { LinkButton } from '../../elements/link-button.js'
import { Page } from '../../elements/page.js'
import { SearchField } from '../../elements/search-field.js'
import { TextLink } from '../../elements/text-link.js'
import styles from './organizations.module.css'

const text = organizationText.organizations

export function Organizations({ screen }: { screen: OrganizationsScreen }) {
  return (
    <Page title={screen.title} width="list" actions={<Create screen={screen} />}>
      <div className={styles['list']}>
        <div className={styles['toolbar']}>
          <SearchField label={text.find} value={useStore(screen.$search)} onChange={screen.search} />
          <output className={styles['count']}>{useStore(screen.$count)}</output>
        </div>
        <div className={styles['card']}>
          <List screen={screen} />
        </div>
      </div>
    </Page>
  )
}

function Create({ screen }: { screen: OrganizationsScreen }) {
  return (
    <LinkButton
      href={screen.createHref}
      kind="primary"
      icon={<Icon of={Plus} />}
      controlState={useStore(screen.$create)}
    >
      {text.create}
    </LinkButton>
  )
}

function List({ screen }: { screen: OrganizationsScreen }) {
  const rows = useStore(screen.$rows)
  const search = useStore(screen.$search)
  const columns = useColumns(screen)
  if (rows.status === 'ready' && rows.data.length === 0 && search.trim() !== '') {
    return (
      <EmptyState title={text.noMatch}>
        <Button onClick={() => screen.search('')}>{text.clear}</Button>
      </EmptyState>
    )
  }
  return (
    <DataList
      label={text.list}
      state={rows}
      keyOf={({ slug }) => slug}
      empty={{ title: text.none, body: text.noneBody, action: <Create screen={screen} /> }}
      columns={columns}
    />
  )
}

function useColumns(screen: OrganizationsScreen): DataListColumn<OrganizationRow>[] {
  const heading = useSortHeadings(screen.sorting)
  const { columns } = text
  return [
    { ...heading('name', columns.name), isRowHeader: true, cell: (row) => <RowName row={row} /> },
    { ...heading('plan', columns.plan), isNarrow: true, cell: ({ plan }) => <Badge>{plan}</Badge> },
    {
      ...heading('projects', columns.projects),
      align: 'end',
      isNarrow: true,
      cell: ({ projects }) => projects ?? '–',
    },
    { key: 'state', label: columns.state, cell: (row) => <State row={row} /> },
  ]
}

function RowName({ row }: { row: OrganizationRow }) {
  const name = <CutText>{row.name}</CutText>
  return row.locked ? name : <TextLink href={row.href}>{name}</TextLink>
}

function State({ row: { partner, locked } }: { row: OrganizationRow }) {
  return (
    <span className={styles['state']}>
      {partner !== undefined && (
        <Badge tone="accent" title={partner}>
          {shellText.partner.badge}
        </Badge>
      )}
      {locked && (
        <>
          <Icon of={Lock} size={14} />
          <span title={locked.hint}>{locked.label}</span>
          <TextLink href={locked.href}>{locked.linkLabel}</TextLink>
        </>
      )}
    </span>
  )
}
