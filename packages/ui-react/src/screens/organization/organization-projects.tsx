import type { OrganizationProjectsScreen, ProjectRow, ProjectRows } from '@basedeck/core'
import { organizationText, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { useSortHeadings } from '../../elements/use-sort-headings.js'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { CheckMenu } from '../../elements/check-menu.js'
import { CutText } from '../../elements/cut-text.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Icon } from '../../elements/icon.js'
import { LinkButton } from '../../elements/link-button.js'
import { ListEnd } from '../../elements/list-end.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Page } from '../../elements/page.js'
import { SearchField } from '../../elements/search-field.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextLink } from '../../elements/text-link.js'
import { Time } from '../../elements/time.js'
import styles from './organization-projects.module.css'

const text = organizationText.projects

export function OrganizationProjects({ screen }: { screen: OrganizationProjectsScreen }) {
  const rows = useStore(screen.$rows)
  return (
    <Page title={screen.title} width="list" actions={<Create screen={screen} />}>
      <div className={styles['list']}>
        <Toolbar screen={screen} rows={rows} />
        <div className={styles['card']}>
          <List screen={screen} rows={rows} />
        </div>
      </div>
    </Page>
  )
}

function Create({ screen }: { screen: OrganizationProjectsScreen }) {
  const controlState = useStore(screen.$create)
  if (!useStore(screen.$offersCreate)) return null
  return (
    <LinkButton href={screen.createHref} kind="primary" icon={<Icon of={Plus} />} controlState={controlState}>
      {text.create}
    </LinkButton>
  )
}

function Toolbar({ screen, rows }: { screen: OrganizationProjectsScreen; rows: ProjectRows }) {
  const search = useStore(screen.$search)
  const statuses = useStore(screen.$statuses)
  return (
    <div className={styles['toolbar']}>
      <SearchField label={text.find} value={search} onChange={screen.search} />
      <CheckMenu
        name={text.status}
        none={text.anyStatus}
        values={statuses}
        choices={screen.statuses}
        onChoose={screen.filter}
      />
      <output className={styles['count']}>{rows.status === 'ready' && rows.count}</output>
    </div>
  )
}

function List({ screen, rows }: { screen: OrganizationProjectsScreen; rows: ProjectRows }) {
  const columns = useColumns(screen)
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
      <EmptyState title={rows.title} body={rows.body}>
        {rows.step === 'clear' ? (
          <Button onClick={screen.clear}>{text.clear}</Button>
        ) : (
          <Create screen={screen} />
        )}
      </EmptyState>
    )
  }
  return (
    <>
      <div aria-busy={rows.outdated} className={styles['rows']}>
        <DataList
          label={text.list}
          state={{ status: 'ready', data: rows.rows }}
          keyOf={({ ref }) => ref}
          empty={{ title: text.none }}
          columns={columns}
        />
      </div>
      {rows.hasMore && (
        <ListEnd
          label={text.loadMore}
          loadingLabel={text.loadingMore}
          isLoading={rows.loadingMore}
          problem={rows.problem}
          onMore={screen.loadMore}
        />
      )}
    </>
  )
}

function useColumns(screen: OrganizationProjectsScreen): DataListColumn<ProjectRow>[] {
  const heading = useSortHeadings(screen.sorting)
  const { columns } = text
  return [
    {
      ...heading('name', columns.name),
      isRowHeader: true,
      cell: ({ name, href }) => (
        <TextLink href={href}>
          <CutText>{name}</CutText>
        </TextLink>
      ),
    },
    {
      ...heading('status', columns.status),
      cell: ({ badge }) => <Badge tone={badge.tone}>{badge.label}</Badge>,
    },
    { ...heading('region', columns.region), cell: ({ region }) => <CutText>{region}</CutText> },
    { key: 'ref', label: columns.ref, cell: ({ ref }) => <CutText isCode>{ref}</CutText> },
    {
      ...heading('created', columns.created),
      isNarrow: true,
      cell: ({ insertedAt }) => <Time at={insertedAt} />,
    },
  ]
}
