import type { IntegrationRow, IntegrationsScreen } from '@basedeck/core'
import { integrationsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { LinkButton } from '../../elements/link-button.js'
import { Page } from '../../elements/page.js'
import { SearchField } from '../../elements/search-field.js'
import { Section } from '../../elements/section.js'
import { TextLink } from '../../elements/text-link.js'
import { Gated } from '../parts/gated.js'
import { SubjectLinks } from '../parts/subject-links.js'
import styles from './integrations.module.css'

export function Integrations({ screen }: { screen: IntegrationsScreen }) {
  return (
    <Page
      title={screen.title}
      description={text.lead}
      width="list"
      tabs={<Categories categories={screen.categories} />}
    >
      <Gated gate={screen.gate}>
        <List screen={screen} />
      </Gated>
    </Page>
  )
}

function Categories({ categories }: Pick<IntegrationsScreen, 'categories'>) {
  const value = useStore(categories.$value)
  const links = categories.choices.map((choice) => ({ ...choice, isHere: choice.value === value }))
  return <SubjectLinks label={text.category} links={links} />
}

function List({ screen }: { screen: IntegrationsScreen }) {
  const { title, body, step } = useStore(screen.$empty)
  const action =
    step === 'clear' ? (
      <Button onClick={() => screen.search('')}>{text.clear}</Button>
    ) : (
      <LinkButton href={screen.extensionsHref}>{text.links.extensions}</LinkButton>
    )
  return (
    <Section title={text.list} isFlush>
      <div className={styles['search']}>
        <SearchField label={text.search} value={useStore(screen.$search)} onChange={screen.search} />
      </div>
      <DataList
        label={text.list}
        state={useStore(screen.$rows)}
        columns={COLUMNS}
        keyOf={({ name }) => name}
        empty={{ title, ...(body === undefined ? {} : { body }), action }}
      />
    </Section>
  )
}

const COLUMNS: readonly DataListColumn<IntegrationRow>[] = [
  {
    key: 'name',
    label: text.columns.name,
    isRowHeader: true,
    isNarrow: true,
    cell: ({ title, href }) => <TextLink href={href}>{title}</TextLink>,
  },
  {
    key: 'state',
    label: text.columns.state,
    isNarrow: true,
    cell: ({ badge }) => <Badge tone={badge.tone}>{badge.label}</Badge>,
  },
  { key: 'category', label: text.columns.category, isNarrow: true, cell: ({ category }) => category },
  { key: 'about', label: text.columns.about, cell: ({ summary }) => summary },
]
