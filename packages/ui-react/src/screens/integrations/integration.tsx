import type { IntegrationList, IntegrationScreen } from '@basedeck/core'
import { integrationsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { ControlButton } from '../../elements/control-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { FactList } from '../../elements/fact-list.js'
import { LinkButton } from '../../elements/link-button.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Page } from '../../elements/page.js'
import { Section } from '../../elements/section.js'
import { TextLink } from '../../elements/text-link.js'
import { PartContentView } from '../info-pages/part-content-view.js'
import { PartSkeleton } from '../info-pages/part-skeleton.js'
import { Gated } from '../parts/gated.js'
import styles from './integrations.module.css'

export function Integration({ screen }: { screen: IntegrationScreen }) {
  const { about } = screen
  return (
    <Page
      title={screen.heading}
      {...(about ? { description: about.body } : {})}
      width="list"
      back={{ href: screen.backHref, label: text.back }}
    >
      {about ? (
        <Gated gate={screen.gate}>
          <Overview screen={screen} />
          <Adds adds={about.adds} links={screen.links} />
          {screen.list && <List list={screen.list} copy={screen.copy} />}
        </Gated>
      ) : (
        <EmptyState title={text.unknown}>
          <LinkButton href={screen.backHref}>{text.back}</LinkButton>
        </EmptyState>
      )}
    </Page>
  )
}

function Overview({ screen }: { screen: IntegrationScreen }) {
  const remote = useStore(screen.$view)
  const mayInstall = useStore(screen.$mayInstall)
  const isInstalling = useStore(screen.$isInstalling)
  const problem = useStore(screen.$problem)
  if (remote.status === 'loading') return <PartSkeleton />
  if (remote.status === 'failed') return <LoadFailure message={remote.error.message} onRetry={remote.retry} />
  const { badge, facts, reason, canInstall } = remote.data
  return (
    <Section
      title={text.about}
      {...(reason === null ? {} : { description: reason })}
      isFlush
      actions={
        canInstall && (
          <ControlButton
            kind="primary"
            controlState={mayInstall}
            aria-label={text.installNamed(screen.heading)}
            aria-disabled={isInstalling}
            onClick={() => void screen.install()}
          >
            {isInstalling ? text.installing : text.install}
          </ControlButton>
        )
      }
    >
      {problem !== null && <ErrorAlert title={problem.title} remarks={[problem.message]} />}
      <div className={styles['facts']}>
        <FactList
          facts={[
            { key: 'state', label: text.state, value: <Badge tone={badge.tone}>{badge.label}</Badge> },
            ...facts.map(({ key, label, value, isCode }) => ({
              key,
              label,
              value: isCode ? <code>{value}</code> : value,
            })),
          ]}
        />
      </div>
    </Section>
  )
}

function Adds({ adds, links }: { adds: readonly string[]; links: IntegrationScreen['links'] }) {
  return (
    <Section
      title={text.adds}
      footer={
        <nav aria-label={text.adds} className={styles['links']}>
          {links.map(({ key, label, href }) => (
            <TextLink key={key} href={href}>
              {label}
            </TextLink>
          ))}
        </nav>
      }
    >
      <ul className={styles['adds']}>
        {adds.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Section>
  )
}

function List({ list, copy }: { list: IntegrationList; copy: IntegrationScreen['copy'] }) {
  return (
    <Section title={list.title} description={list.body} isFlush>
      <PartContentView
        label={list.title}
        $content={list.$content}
        sorting={list.sorting}
        row={list.row}
        actionsOf={null}
        copy={copy}
      />
    </Section>
  )
}
