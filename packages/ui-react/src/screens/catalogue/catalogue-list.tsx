import type { CatalogueListScreen, ListExport, ListStructure, ListView, OpenImport } from '@basedeck/core'
import { catalogueText, importText, objectsText, shellText, structureText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { CheckMenu } from '../../elements/check-menu.js'
import { ControlButton } from '../../elements/control-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { LinkButton } from '../../elements/link-button.js'
import { ListEnd } from '../../elements/list-end.js'
import { Name } from '../../elements/name.js'
import { Page } from '../../elements/page.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { SearchField } from '../../elements/search-field.js'
import { Select } from '../../elements/select.js'
import { Skeleton } from '../../elements/skeleton.js'
import { RouteErrorPage } from '../../shell/route-error.js'
import styles from './catalogue-list.module.css'
import { CellTable } from './cell-table.js'
import { OpenedImport } from '../import/opened-import.js'
import { Gated } from '../parts/gated.js'
import { ObjectPanels } from '../objects/object-panels-view.js'
import { RowPanel } from './row-panel.js'
import { StructurePanels } from '../structure/structure-panels-view.js'
import { TableSwitches } from '../structure/table-switches.js'

export function CatalogueList({ screen }: { screen: CatalogueListScreen }) {
  const thing = useStore(screen.$thing)
  const missing = useStore(screen.$missing)
  if (missing) return <RouteErrorPage routeError={missing} />
  return (
    <Page
      title={<Name isWhole>{thing ?? screen.title}</Name>}
      description={screen.lead}
      width="list"
      back={screen.back}
      actions={
        <>
          {screen.exporting && <ExportButtons exporting={screen.exporting} />}
          {screen.importing && <ImportButton importing={screen.importing} />}
          {screen.structure && <CreateButton structure={screen.structure} />}
          {screen.structure && <CreateOthers structure={screen.structure} />}
        </>
      }
    >
      <Gated gate={screen.gate}>
        <div className={styles['list']}>
          {screen.structure?.$switches && (
            <TableSwitches structure={screen.structure} $switches={screen.structure.$switches} />
          )}
          <Toolbar screen={screen} />
          <div className={styles['card']}>
            <List screen={screen} />
          </div>
        </div>
        <RowPanel row={screen.row} copy={screen.copy} />
        {screen.structure?.panels && <StructurePanels panels={screen.structure.panels} />}
        {screen.structure?.objects && <ObjectPanels panels={screen.structure.objects} />}
        {screen.importing && <OpenedImport importing={screen.importing} />}
      </Gated>
    </Page>
  )
}

function CreateButton({ structure }: { structure: ListStructure }) {
  const { label, $state, run } = structure.create
  return (
    <ControlButton kind="primary" controlState={useStore($state)} onClick={run}>
      {label}
    </ControlButton>
  )
}

/** The other kinds that can be created here. */
function CreateOthers({ structure }: { structure: ListStructure }) {
  // Whether one may is known a moment after the page.
  useStore(structure.create.$state)
  if (structure.createOthers().length === 0) return null
  return <RowMenuButton label={objectsText.moreNew} actions={structure.createOthers} />
}

function ExportButtons({ exporting }: { exporting: ListExport }) {
  return exporting.formats.map(({ value, label }) => (
    <Button key={value} onClick={() => void exporting.run(value)}>
      {label}
    </Button>
  ))
}

function ImportButton({ importing }: { importing: OpenImport }) {
  return (
    <ControlButton controlState={useStore(importing.$control)} onClick={importing.open}>
      {importText.open}
    </ControlButton>
  )
}

function Toolbar({ screen }: { screen: CatalogueListScreen }) {
  const search = useStore(screen.$search)
  const count = useStore(screen.$count)
  return (
    <div className={styles['toolbar']}>
      {screen.schema && (
        <Schema
          schema={screen.schema}
          actions={screen.structure?.schemaActions ?? null}
          onChoose={screen.chooseSchema}
        />
      )}
      <SearchField label={screen.findLabel} value={search} onChange={screen.search} />
      {screen.kinds && <Kinds kinds={screen.kinds} onChoose={screen.filter} />}
      <output className={styles['count']}>{count}</output>
    </div>
  )
}

function Schema({
  schema,
  actions,
  onChoose,
}: {
  schema: NonNullable<CatalogueListScreen['schema']>
  actions: ListStructure['schemaActions']
  onChoose(name: string): void
}) {
  const value = useStore(schema.$value)
  return (
    <span className={styles['schema']}>
      <span aria-hidden>{catalogueText.schema}</span>
      <Select
        label={catalogueText.schema}
        value={value}
        choices={useStore(schema.$choices)}
        onChoose={onChoose}
      />
      {actions && <RowMenuButton label={structureText.schemaActions(value)} actions={actions} />}
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
        <Step screen={screen} step={view.step} />
      </EmptyState>
    )
  }
  return (
    <>
      <div className={styles['rows']} aria-busy={view.outdated}>
        <CellTable
          label={screen.title}
          columns={screen.columns}
          rows={view.rows}
          sorting={screen.sorting}
          row={screen.row}
          actionsOf={screen.structure?.actionsOf ?? null}
        />
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

function Step({ screen, step }: { screen: CatalogueListScreen; step: 'clear' | 'begin' | 'sql' }) {
  if (step === 'clear') return <Button onClick={screen.clear}>{catalogueText.clear}</Button>
  if (step === 'sql') return <LinkButton href={screen.sqlHref}>{catalogueText.openSql}</LinkButton>
  return (
    <Button kind="primary" onClick={screen.begin.run}>
      {screen.begin.label}
    </Button>
  )
}
