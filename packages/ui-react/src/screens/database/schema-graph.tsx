import type { SchemaGraphScreen } from '@basedeck/core'
import { schemaGraphText as text, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ArrowUpRight, Maximize, Minus, Plus } from 'lucide-react'
import { useRef } from 'react'
import { ActionMenu } from '../../elements/action-menu.js'
import { Button } from '../../elements/button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { LinkButton } from '../../elements/link-button.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Page } from '../../elements/page.js'
import { SearchField } from '../../elements/search-field.js'
import { Select } from '../../elements/select.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextLink } from '../../elements/text-link.js'
import { VirtualList } from '../../elements/virtual-list.js'
import { SchemaCanvas, ZOOM_STEP } from '../../widgets/schema-graph/schema-canvas.js'
import { Gated } from '../parts/gated.js'
import styles from './schema-graph.module.css'

const ROW_HEIGHT = 30

export function SchemaGraph({ screen }: { screen: SchemaGraphScreen }) {
  return (
    <Page title={screen.title} description={screen.lead} width="list" actions={<Exports screen={screen} />}>
      <Gated gate={screen.gate}>
        <Drawing screen={screen} />
      </Gated>
    </Page>
  )
}

function Drawing({ screen }: { screen: SchemaGraphScreen }) {
  const view = useStore(screen.$view)
  const tools = useRef<HTMLDivElement>(null)
  const search = () => tools.current?.querySelector('input')?.focus()
  return (
    <div className={styles['frame']}>
      <div ref={tools} className={styles['toolbar']}>
        <Select
          label={text.schema}
          value={useStore(screen.$schema)}
          choices={useStore(screen.$schemas)}
          onChoose={screen.chooseSchema}
        />
        <SearchField
          label={text.find}
          value={useStore(screen.$search)}
          onChange={screen.search}
          onEnter={screen.goToFound}
        />
        {view.status === 'ready' && (
          <output className={styles['count']}>{view.isLoading ? shellText.loading : view.count}</output>
        )}
        <span className={styles['zoom']}>
          <IconButton
            label={text.zoomOut}
            icon={<Icon of={Minus} />}
            onClick={() => screen.zoom(1 / ZOOM_STEP)}
          />
          <IconButton label={text.zoomIn} icon={<Icon of={Plus} />} onClick={() => screen.zoom(ZOOM_STEP)} />
          <IconButton label={text.fit} icon={<Icon of={Maximize} />} onClick={screen.fit} />
          <Button kind="ghost" onClick={screen.arrange}>
            {text.arrange}
          </Button>
        </span>
      </div>
      {view.status === 'ready' && view.note !== null && <p className={styles['note']}>{view.note}</p>}
      {view.status === 'failed' ? (
        <LoadFailure title={view.title} message={view.detail} onRetry={view.retry} />
      ) : view.status === 'empty' ? (
        <EmptyState title={view.title} body={view.body}>
          <LinkButton href={screen.tablesHref}>{text.toTables}</LinkButton>
        </EmptyState>
      ) : (
        <div className={styles['content']}>
          <TableLinks screen={screen} />
          {view.status === 'ready' ? (
            <div className={styles['drawing']} aria-busy={view.isLoading}>
              <SchemaCanvas screen={screen} onSearch={search} />
              <Part screen={screen} />
            </div>
          ) : (
            <div className={styles['loading']}>
              <Skeleton label={shellText.loading} lines={8} />
            </div>
          )}
        </div>
      )}
    </div>
  )
}

/** The chosen table, and what of the schema is drawn: all, or what is related to one table. */
function Part({ screen }: { screen: SchemaGraphScreen }) {
  const centre = useStore(screen.$centre)
  const chosen = useStore(screen.$chosen)
  return (
    <div className={styles['part']} data-empty={(!centre && !chosen) || undefined}>
      <output className={styles['about']}>{chosen?.about}</output>
      <span className={styles['related']}>
        {chosen?.canDrawRelated && <Button onClick={screen.drawRelated}>{text.drawRelated}</Button>}
        {centre && (
          <>
            <strong>{centre.title}</strong>
            <Select
              label={text.distance}
              value={centre.steps}
              choices={screen.steps}
              onChoose={screen.setSteps}
            />
            <Button onClick={screen.drawAll}>{text.drawAll}</Button>
          </>
        )}
      </span>
    </div>
  )
}

/** The tables as links: beside the drawing, and in its place for those who can't see it. */
function TableLinks({ screen }: { screen: SchemaGraphScreen }) {
  const found = useStore(screen.$found)
  const words = useStore(screen.$search)
  return (
    <nav aria-label={text.tables} className={styles['list']}>
      {found.length === 0 && words !== '' && <p className={styles['none']}>{text.noMatch}</p>}
      <ul>
        <VirtualList
          items={found}
          keyOf={({ id }) => id}
          rowHeight={ROW_HEIGHT}
          kept={[]}
          renderGap={(attributes) => <li key="gap" aria-hidden {...attributes} />}
          renderRow={({ id, name, mark, href }, attributes) => (
            <li key={id} className={styles['row']} {...attributes}>
              <button type="button" onClick={() => screen.show(id)}>
                <span>{name}</span>
                {mark !== null && <small>{mark}</small>}
              </button>
              <TextLink href={href} aria-label={text.open(name)}>
                <Icon of={ArrowUpRight} size={14} />
              </TextLink>
            </li>
          )}
        />
      </ul>
    </nav>
  )
}

function Exports({ screen }: { screen: SchemaGraphScreen }) {
  const view = useStore(screen.$view)
  if (view.status !== 'ready') return null
  return (
    <ActionMenu
      align="end"
      trigger={<Button>{text.exportAs}</Button>}
      groups={[
        {
          items: [
            { label: text.svg, onChoose: screen.exportSvg },
            ...(screen.canExportPng ? [{ label: text.png, onChoose: () => void screen.exportPng() }] : []),
          ],
        },
      ]}
    />
  )
}
