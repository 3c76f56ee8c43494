import type {
  InfoFact,
  InfoPartView,
  InfoPageScreen,
  ListSorting,
  OpenRow,
  PartContent,
} from '@basedeck/core'
import { infoText, projectText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { atom, type ReadableAtom } from 'nanostores'
import { Link } from '../../bind/link.js'
import { useScrolledTo } from '../../bind/use-scrolled-to.js'
import { Badge } from '../../elements/badge.js'
import { ControlButton } from '../../elements/control-button.js'
import { CopyButton } from '../../elements/copy-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { LinkButton } from '../../elements/link-button.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { FactList } from '../../elements/fact-list.js'
import { Page } from '../../elements/page.js'
import { Section } from '../../elements/section.js'
import { TextLink } from '../../elements/text-link.js'
import { Time } from '../../elements/time.js'
import { CellTable } from '../catalogue/cell-table.js'
import { ObjectPanels } from '../objects/object-panels-view.js'
import { Gated } from '../parts/gated.js'
import { RowPanel } from '../catalogue/row-panel.js'
import { AddonPanel } from './addon-panel.js'
import { PasswordReset } from './password-reset.js'
import { PoolerSettings } from './pooler-settings.js'
import styles from './info-page.module.css'
import { PartSkeleton } from './part-skeleton.js'

export function InfoPage({ screen }: { screen: InfoPageScreen }) {
  const badge = useStore(screen.$badge)
  const parts = (
    <>
      {screen.password && <PasswordReset reset={screen.password} />}
      {screen.parts.map((part) => (
        <ShownPart key={part.key} part={part} screen={screen} />
      ))}
    </>
  )
  return (
    <Page
      title={
        <span className={styles['title']}>
          {screen.title}
          {badge !== null && <Badge tone="accent">{badge}</Badge>}
        </span>
      }
      description={screen.lead}
      width="wide"
    >
      {screen.categories && <Categories categories={screen.categories} />}
      {screen.gate ? <Gated gate={screen.gate}>{parts}</Gated> : parts}
      {screen.objects && <ObjectPanels panels={screen.objects} />}
      {screen.addon && <AddonPanel panel={screen.addon} />}
    </Page>
  )
}

function Categories({ categories }: { categories: NonNullable<InfoPageScreen['categories']> }) {
  const value = useStore(categories.$value)
  return (
    <nav aria-label={infoText.category} className={styles['categories']}>
      {categories.choices.map((choice) => (
        <Link
          key={choice.href}
          href={choice.href}
          className={styles['category']}
          aria-current={choice.value === value ? 'page' : undefined}
        >
          {choice.label}
        </Link>
      ))}
    </nav>
  )
}

function ShownPart({ part, screen }: { part: InfoPartView; screen: InfoPageScreen }) {
  return useStore(part.$isShown) ? <Part part={part} screen={screen} /> : null
}

function Part({ part, screen }: { part: InfoPartView; screen: InfoPageScreen }) {
  const { key, title, body, $content, pooler } = part
  const content = useStore($content ?? SAYS_ONLY)
  // An empty part has its next step as a button.
  const links = part.links.filter(({ href }) => content?.status !== 'empty' || href !== content.step.href)
  const element = useScrolledTo<HTMLDivElement>(useStore(screen.$partAtHash) === key)
  return (
    <div id={key} ref={element} className={styles['part']}>
      <Section
        title={title}
        description={body}
        isFlush
        {...(part.create ? { actions: <CreateButton create={part.create} /> } : {})}
        footer={
          links.length > 0 ? (
            <nav aria-label={title} className={styles['links']}>
              {links.map((link) => (
                <TextLink key={link.key} href={link.href}>
                  {link.label}
                </TextLink>
              ))}
            </nav>
          ) : undefined
        }
      >
        {pooler ? (
          <PoolerSettings pooler={pooler} copy={screen.copy} />
        ) : $content ? (
          <Content
            label={title}
            $content={$content}
            sorting={part.sorting}
            row={part.row}
            actionsOf={part.actionsOf}
            copy={screen.copy}
          />
        ) : undefined}
      </Section>
    </div>
  )
}

function CreateButton({ create }: { create: NonNullable<InfoPartView['create']> }) {
  return (
    <ControlButton controlState={useStore(create.$state)} onClick={create.run}>
      {create.label}
    </ControlButton>
  )
}

const SAYS_ONLY = atom<PartContent | null>(null)

interface ContentProps {
  label: string
  $content: ReadableAtom<PartContent>
  sorting: ListSorting
  row: OpenRow
  actionsOf: InfoPartView['actionsOf']
  copy(text: string): Promise<boolean>
}

/** What a part shows: a table, facts, or why there are none. */
export function Content({ label, $content, sorting, row, actionsOf, copy }: ContentProps) {
  const content = useStore($content)
  switch (content.status) {
    case 'loading':
      return <PartSkeleton />
    case 'failed':
      return <LoadFailure message={content.message} onRetry={content.retry} />
    case 'closed':
      return <EmptyState title={infoText.closed} />
    case 'empty':
      return (
        <EmptyState title={content.title} {...(content.body === undefined ? {} : { body: content.body })}>
          <LinkButton href={content.step.href}>{content.step.label}</LinkButton>
        </EmptyState>
      )
    case 'facts':
      return (
        <div className={styles['facts']}>
          <FactList
            facts={content.facts.map((fact) => ({
              key: fact.key,
              label: fact.label,
              value: <FactValue fact={fact} copy={copy} />,
            }))}
          />
        </div>
      )
    default:
      return (
        <>
          <CellTable
            label={label}
            columns={content.columns}
            rows={content.rows}
            sorting={sorting}
            row={row}
            actionsOf={actionsOf}
          />
          <RowPanel row={row} copy={copy} />
        </>
      )
  }
}

function FactValue({ fact, copy }: { fact: InfoFact; copy(text: string): Promise<boolean> }) {
  if (fact.at !== undefined) return <Time at={fact.at} />
  if (!fact.copyable) return fact.value
  return (
    <>
      <code>{fact.value}</code>
      <CopyButton label={projectText.copy(fact.label)} onCopy={() => copy(fact.value)} />
    </>
  )
}
