import { catalogueText, shellText, type CatalogueListScreen, type ListView } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { CheckMenu } from '../../elements/check-menu.js'
import { ChoiceButton } from '../../elements/choice-button.js'
import { ChoiceMenu } from '../../elements/choice-menu.js'
import { EmptyState } from '../../elements/empty-state.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { ListEnd } from '../../elements/list-end.js'
import { Name } from '../../elements/name.js'
import { Page } from '../../elements/page.js'
import { SearchField } from '../../elements/search-field.js'
import { Select } from '../../elements/select.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextLink } from '../../elements/text-link.js'
import { ObstaclePage } from '../../shell/obstacle.js'
import styles from './catalogue-list.module.css'
import { CellTable } from './cell-table.js'
import { Gated } from './gated.js'

export function CatalogueList({ screen }: { screen: CatalogueListScreen }) {
  const thing = useStore(screen.$thing)
  const missing = useStore(screen.$missing)
  if (missing) return <ObstaclePage obstacle={missing} />
  return (
    <Page
      title={<Name isWhole>{thing ?? screen.title}</Name>}
      description={screen.lead}
      width="wide"
      above={screen.back && <TextLink href={screen.back.href}>{screen.back.label}</TextLink>}
    >
      <Gated gate={screen.gate}>
        <div className={styles['list']}>
          <Toolbar screen={screen} />
          <div className={styles['card']}>
            <List screen={screen} />
          </div>
        </div>
      </Gated>
    </Page>
  )
}

function Toolbar({ screen }: { screen: CatalogueListScreen }) {
  const search = useStore(screen.$search)
  const count = useStore(screen.$count)
  return (
    <div className={styles['toolbar']}>
      {screen.schema && <Schema schema={screen.schema} onChoose={screen.chooseSchema} />}
      <SearchField label={screen.findLabel} value={search} onChange={screen.search} />
      {screen.kinds && <Kinds kinds={screen.kinds} onChoose={screen.filter} />}
      {screen.sorts && <Sort sorts={screen.sorts} onChoose={screen.sort} />}
      <output className={styles['count']}>{count}</output>
    </div>
  )
}

function Schema({
  schema,
  onChoose,
}: {
  schema: NonNullable<CatalogueListScreen['schema']>
  onChoose(name: string): void
}) {
  return (
    <span className={styles['schema']}>
      <span aria-hidden>{catalogueText.schema}</span>
      <Select
        label={catalogueText.schema}
        value={useStore(schema.$value)}
        choices={useStore(schema.$choices)}
        onChoose={onChoose}
      />
    </span>
  )
}

function Kinds({
  kinds,
  onChoose,
}: {
  kinds: NonNullable<CatalogueListScreen['kinds']>
  onChoose(kinds: readonly string[]): void
}) {
  return (
    <CheckMenu
      name={catalogueText.kind}
      none={catalogueText.anyKind}
      values={useStore(kinds.$values)}
      choices={kinds.choices}
      onChoose={onChoose}
    />
  )
}

function Sort({
  sorts,
  onChoose,
}: {
  sorts: NonNullable<CatalogueListScreen['sorts']>
  onChoose(order: string): void
}) {
  const value = useStore(sorts.$value)
  const label = sorts.choices.find((choice) => choice.value === value)?.label ?? value
  return (
    <ChoiceMenu
      value={value}
      choices={sorts.choices}
      onChoose={onChoose}
      trigger={<ChoiceButton name={catalogueText.sort} value={label} />}
    />
  )
}

function List({ screen }: { screen: CatalogueListScreen }) {
  const view: ListView = useStore(screen.$view)
  if (view.status === 'loading') {
    return (
      <div className={styles['pad']}>
        <Skeleton label={shellText.loading} lines={8} />
      </div>
    )
  }
  if (view.status === 'failed') {
    return <LoadFailure title={view.title} message={view.detail} onRetry={view.retry} />
  }
  if (view.status === 'empty') {
    return (
      <EmptyState title={view.title} body={view.body}>
        {view.mayClear && <Button onClick={screen.clear}>{catalogueText.clear}</Button>}
      </EmptyState>
    )
  }
  return (
    <>
      <div className={styles['rows']} aria-busy={view.outdated}>
        <CellTable label={screen.title} columns={screen.columns} rows={view.rows} />
      </div>
      {view.hasMore && (
        <ListEnd
          label={catalogueText.loadMore}
          loadingLabel={catalogueText.loadingMore}
          isLoading={view.loadingMore}
          problem={view.problem}
          onMore={screen.loadMore}
        />
      )}
    </>
  )
}
