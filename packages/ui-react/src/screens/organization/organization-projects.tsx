import {
  organizationText,
  shellText,
  type OrganizationProjectsScreen,
  type ProjectRow,
  type ProjectRows,
} from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { ChevronRight, Plus } from 'lucide-react'
import { Link } from '../../bind/link.js'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { CheckMenu } from '../../elements/check-menu.js'
import { ChoiceButton } from '../../elements/choice-button.js'
import { ChoiceMenu } from '../../elements/choice-menu.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Icon } from '../../elements/icon.js'
import { LinkButton } from '../../elements/link-button.js'
import { ListEnd } from '../../elements/list-end.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Name } from '../../elements/name.js'
import { Page } from '../../elements/page.js'
import { SearchField } from '../../elements/search-field.js'
import { Skeleton } from '../../elements/skeleton.js'
import { Time } from '../../elements/time.js'
import styles from './organization-projects.module.css'

const text = organizationText.projects

export function OrganizationProjects({ screen }: { screen: OrganizationProjectsScreen }) {
  const rows = useStore(screen.$rows)
  return (
    <Page title={screen.title} width="wide" actions={<Create screen={screen} />}>
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
  const affordance = useStore(screen.$create)
  if (!useStore(screen.$offersCreate)) return null
  return (
    <LinkButton href={screen.createHref} kind="primary" icon={<Icon of={Plus} />} affordance={affordance}>
      {text.create}
    </LinkButton>
  )
}

function Toolbar({ screen, rows }: { screen: OrganizationProjectsScreen; rows: ProjectRows }) {
  const search = useStore(screen.$search)
  const statuses = useStore(screen.$statuses)
  const sort = useStore(screen.$sort)
  const sortLabel = screen.sorts.find(({ value }) => value === sort)?.label ?? sort
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
      <ChoiceMenu
        value={sort}
        choices={screen.sorts}
        onChoose={screen.sort}
        trigger={<ChoiceButton name={text.sort} value={sortLabel} />}
      />
      <output className={styles['count']}>{rows.status === 'ready' && rows.count}</output>
    </div>
  )
}

function List({ screen, rows }: { screen: OrganizationProjectsScreen; rows: ProjectRows }) {
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
      <ul aria-label={text.list} aria-busy={rows.outdated} className={styles['rows']}>
        {rows.rows.map((row) => (
          <Row key={row.ref} row={row} />
        ))}
      </ul>
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

function Row({ row }: { row: ProjectRow }) {
  return (
    <li className={styles['row']}>
      <Link href={row.href} className={styles['link']}>
        <span className={styles['name']}>
          <Name>{row.name}</Name>
          <code>{row.ref}</code>
        </span>
        <span className={styles['status']}>
          <Badge tone={row.badge.tone}>{row.badge.label}</Badge>
        </span>
        <span className={styles['region']}>{row.region}</span>
        <span className={styles['created']}>
          <Time at={row.insertedAt} />
        </span>
        <Icon of={ChevronRight} />
      </Link>
    </li>
  )
}
