import type { InfoPartView, InfoPageScreen, PartContent } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useScrolledTo } from '../../bind/use-scrolled-to.js'
import { Badge } from '../../elements/badge.js'
import { ControlButton } from '../../elements/control-button.js'
import { Page } from '../../elements/page.js'
import { Section } from '../../elements/section.js'
import { TextLink } from '../../elements/text-link.js'
import { ObjectPanels } from '../objects/object-panels-view.js'
import { Gated } from '../parts/gated.js'
import { AddonPanel } from './addon-panel.js'
import { NetworkSettings } from './network-settings.js'
import { PartContentView } from './part-content-view.js'
import { PasswordReset } from './password-reset.js'
import { PoolerSettings } from './pooler-settings.js'
import { ServerSettings } from './server-settings.js'
import styles from './info-page.module.css'

export function InfoPage({ screen }: { screen: InfoPageScreen }) {
  const badge = useStore(screen.$badge)
  const parts = <InfoParts screen={screen} />
  return (
    <Page
      title={
        <span className={styles['title']}>
          {screen.title}
          {badge !== null && <Badge tone="accent">{badge}</Badge>}
        </span>
      }
      description={screen.lead}
      width="list"
    >
      {screen.gate ? <Gated gate={screen.gate}>{parts}</Gated> : parts}
      {screen.objects && <ObjectPanels panels={screen.objects} />}
      {screen.addon && <AddonPanel panel={screen.addon} />}
    </Page>
  )
}

/** The parts alone, for a page that has more. */
export function InfoParts({ screen }: { screen: InfoPageScreen }) {
  return (
    <>
      {screen.password && <PasswordReset reset={screen.password} />}
      {screen.parts.map((part) => (
        <Part key={part.key} part={part} screen={screen} />
      ))}
    </>
  )
}

function Part({ part, screen }: { part: InfoPartView; screen: InfoPageScreen }) {
  const { key, title, body, $content, pooler, network, serverSettings } = part
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
        actions={
          <>
            {links.length > 0 && (
              <nav aria-label={title} className={styles['links']}>
                {links.map((link) => (
                  <TextLink key={link.key} href={link.href}>
                    {link.label}
                  </TextLink>
                ))}
              </nav>
            )}
            {part.create && <CreateButton create={part.create} />}
          </>
        }
      >
        {pooler ? (
          <PoolerSettings pooler={pooler} copy={screen.copy} />
        ) : network ? (
          <NetworkSettings network={network} />
        ) : serverSettings ? (
          <ServerSettings part={serverSettings} />
        ) : $content ? (
          <PartContentView
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
