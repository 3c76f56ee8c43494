/** The project's own tables and functions: the list, and what is chosen of it with its calls. */
import type { ApiDocsScreen } from '@basedeck/core'
import { apiDocsText as text, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { ControlButton } from '../../elements/control-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Page } from '../../elements/page.js'
import { SearchField } from '../../elements/search-field.js'
import { Section } from '../../elements/section.js'
import { Select } from '../../elements/select.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextLink } from '../../elements/text-link.js'
import { useRoving } from '../../bind/use-roving.js'
import { Gated } from '../parts/gated.js'
import { ApiDetail } from './api-detail.js'
import styles from './api-docs.module.css'

export function ApiDocs({ screen }: { screen: ApiDocsScreen }) {
  const role = useStore(screen.$role)
  const roleNote = useStore(screen.$roleNote)
  return (
    <Page
      title={screen.title}
      description={text.lead}
      width="list"
      actions={
        <label className={styles['role']}>
          <span aria-hidden>{text.role}</span>
          <Select
            label={text.role}
            value={role}
            choices={screen.roles}
            onChoose={(chosen) => screen.chooseRole(chosen as typeof role)}
          />
        </label>
      }
    >
      <Gated gate={screen.gate}>
        <Notice screen={screen} />
        <p className={styles['roleNote']}>
          {roleNote} <TextLink href={screen.keysHref}>{text.toKeys}</TextLink>
          <Download screen={screen} />
        </p>
        <Contents screen={screen} />
      </Gated>
    </Page>
  )
}

function Download({ screen }: { screen: ApiDocsScreen }) {
  const mayDownload = useStore(screen.$mayDownload)
  return (
    <ControlButton controlState={mayDownload} onClick={() => void screen.downloadTypes()}>
      {text.downloadTypes}
    </ControlButton>
  )
}

function Notice({ screen }: { screen: ApiDocsScreen }) {
  const notice = useStore(screen.$notice)
  if (notice === null) return null
  const { title, body, link } = notice
  return (
    <Section
      title={title}
      description={body}
      actions={link && <TextLink href={link.href}>{link.label}</TextLink>}
    />
  )
}

function Contents({ screen }: { screen: ApiDocsScreen }) {
  const list = useStore(screen.$list)
  const { status } = useStore(screen.gate.$gate)
  if (status === 'closed') return null
  if (list.status === 'loading') return <Skeleton label={shellText.loading} lines={8} />
  if (list.status === 'failed')
    return <LoadFailure title={text.failed} message={list.message} onRetry={list.retry} />
  if (list.status === 'empty')
    return (
      <Section title={text.list}>
        <EmptyState title={list.title} body={list.body} />
      </Section>
    )
  return (
    <div className={styles['columns']}>
      <List screen={screen} list={list} />
      <ApiDetail screen={screen} />
    </div>
  )
}

type ReadyList = ReturnType<ApiDocsScreen['$list']['get']> & { status: 'ready' }

function List({ screen, list }: { screen: ApiDocsScreen; list: ReadyList }) {
  const words = useStore(screen.$search)
  const entries = useRoving<HTMLDivElement>('down')
  return (
    <nav aria-label={text.list} className={styles['list']}>
      <div className={styles['search']}>
        <SearchField label={text.search} value={words} onChange={screen.search} />
      </div>
      {list.isNoneFound && (
        <EmptyState title={text.noneFound}>
          <Button onClick={() => screen.search('')}>{text.clear}</Button>
        </EmptyState>
      )}
      <div ref={entries} className={styles['entries']}>
        {list.groups.map(({ key, title, entries: some }) => (
          <section key={key} aria-label={title}>
            <h2 className={styles['group']}>{title}</h2>
            <ul>
              {some.map((entry) => (
                <li key={entry.key}>
                  <button
                    type="button"
                    aria-current={entry.isChosen ? 'true' : undefined}
                    className={styles['entry']}
                    title={entry.name}
                    onClick={() => screen.choose(entry.key)}
                  >
                    {entry.name}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {list.cut !== null && <p className={styles['note']}>{list.cut}</p>}
    </nav>
  )
}
