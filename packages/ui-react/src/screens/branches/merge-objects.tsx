/** The objects of a comparison: what each is, what it costs, and its SQL on both sides. */
import type { MergeScreen, MergeView } from '@basedeck/core'
import { mergeText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Section } from '../../elements/section.js'
import { TextButton } from '../../elements/text-link.js'
import { WideScroller } from '../../elements/wide-scroller.js'
import { SqlText } from '../../widgets/sql-text/sql-text.js'
import styles from './merge.module.css'

type Item = MergeView['schema'][number]

export interface MergeObjectsProps {
  screen: MergeScreen
  title: string
  lead: string
  empty: string
  items: readonly Item[]
  mayNotChoose: boolean
}

export function MergeObjects({ screen, title, lead, empty, items, mayNotChoose }: MergeObjectsProps) {
  const words = useStore(screen.$words)
  return (
    <Section title={title} description={lead} isFlush>
      {items.length === 0 ? (
        <EmptyState title={words === '' ? empty : text.notFound} />
      ) : (
        <ul className={styles['list']} aria-label={title}>
          {items.map((item) => (
            <MergeObjectRow key={item.id} screen={screen} item={item} mayNotChoose={mayNotChoose} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function nameOf({ kind, schema, name }: Pick<Item, 'kind' | 'schema' | 'name'>): string {
  return `${kind} ${schema === null ? name : `${schema}.${name}`}`
}

function MergeObjectRow({
  screen,
  item,
  mayNotChoose,
}: {
  screen: MergeScreen
  item: Item
  mayNotChoose: boolean
}) {
  const isChosen = useStore(screen.$chosen).objects.has(item.id)
  const isOpen = useStore(screen.$open).has(item.id)
  const name = nameOf(item)
  return (
    <li>
      <div className={styles['row']}>
        <input
          type="checkbox"
          aria-label={text.choose(name)}
          checked={isChosen}
          disabled={mayNotChoose}
          onChange={() => screen.toggle('objects', item.id)}
        />
        <span className={styles['name']}>
          <TextButton
            aria-expanded={isOpen}
            aria-label={text.show(name)}
            onClick={() => screen.toggleOpen(item.id)}
          >
            {item.schema === null ? item.name : `${item.schema}.${item.name}`}
          </TextButton>
          <span className={styles['kind']}>{item.kind}</span>
        </span>
        <Badges item={item} />
      </div>
      {isOpen && <MergeObjectDetail screen={screen} item={item} name={name} />}
    </li>
  )
}

function Badges({ item: { verb, conflict, theirs, changes } }: { item: Item }) {
  const locks = [...new Set(changes.flatMap(({ lock }) => (lock === null ? [] : [lock])))]
  return (
    <span className={styles['badges']}>
      {conflict && (
        <Badge tone="bad" title={text.conflictHint}>
          {text.conflict}
        </Badge>
      )}
      {theirs && !conflict && (
        <Badge tone="busy" title={text.theirsHint}>
          {text.theirs}
        </Badge>
      )}
      {changes.some((change) => change.loses_data) && <Badge tone="bad">{text.loses}</Badge>}
      {changes.some((change) => change.rewrites) && <Badge tone="busy">{text.rewrites}</Badge>}
      {changes.some((change) => change.is_alone) && <Badge tone="busy">{text.alone}</Badge>}
      {verb !== 'create' &&
        locks.map((lock) => (
          <Badge key={lock} tone="quiet">
            {text.locks(lock)}
          </Badge>
        ))}
      <Badge>{text.verbs[verb]}</Badge>
    </span>
  )
}

function MergeObjectDetail({ screen, item, name }: { screen: MergeScreen; item: Item; name: string }) {
  const view = useStore(screen.$view)
  const { definitions, conflict, changes, needs } = item
  const all = view.status === 'ready' ? view.data.comparison.objects : []
  const named = needs.flatMap((id) => all.filter((one) => one.id === id).map(nameOf))
  const isWritten = definitions.parent !== null || definitions.branch !== null
  return (
    <div className={styles['detail']}>
      {named.length > 0 && <p className={styles['quiet']}>{text.needs(named.join(', '))}</p>}
      {isWritten ? (
        <div className={styles['sides']} role="group" aria-label={text.sideBySide(name)}>
          {conflict && <Side title={text.sides.base} sql={definitions.base} />}
          <Side title={text.sides.parent} sql={definitions.parent} />
          <Side title={text.sides.branch} sql={definitions.branch} />
        </div>
      ) : (
        <p className={styles['quiet']}>{text.unwritten}</p>
      )}
      <p className={styles['heading']}>{text.statementsOf(name)}</p>
      <Code label={text.statementsOf(name)} sql={changes.map(({ sql }) => `${sql};`).join('\n')} />
    </div>
  )
}

function Side({ title, sql }: { title: string; sql: string | null }) {
  return (
    <section aria-label={title} className={styles['side']}>
      <h3>{title}</h3>
      {sql === null ? (
        <p className={styles['quiet']}>{text.absent}</p>
      ) : (
        <Code label={text.sqlOf(title)} sql={sql} />
      )}
    </section>
  )
}

export function Code({ label, sql }: { label: string; sql: string }) {
  return (
    <WideScroller aria-label={label} className={styles['code']}>
      <pre>
        <SqlText>{sql}</SqlText>
      </pre>
    </WideScroller>
  )
}
