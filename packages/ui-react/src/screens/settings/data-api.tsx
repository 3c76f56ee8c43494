/** Whether tables are served over HTTP, what that opens, and the settings of it. */
import type { DataApiScreen } from '@basedeck/core'
import { dataApiText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { CopyButton } from '../../elements/copy-button.js'
import { Page } from '../../elements/page.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { Section } from '../../elements/section.js'
import { TextLink } from '../../elements/text-link.js'
import { Gated } from '../parts/gated.js'
import { DataApiForm } from './data-api-form.js'
import { DataApiReach } from './data-api-reach.js'
import styles from './data-api.module.css'

export function DataApi({ screen }: { screen: DataApiScreen }) {
  const view = useStore(screen.$view)
  return (
    <Page title={screen.title} description={text.lead} width="list">
      <Gated gate={screen.gate}>
        <NoLogin screen={screen} />
        <RemoteContent state={view}>
          {({ isOn, badge, body, address }) => (
            <>
              <Section
                title={text.state}
                description={body}
                actions={<Badge tone={isOn ? 'good' : 'quiet'}>{badge}</Badge>}
                footer={<Switching screen={screen} isOn={isOn} />}
              >
                <div className={styles['address']}>
                  <code>{address}</code>
                  <CopyButton label={text.copyAddress} onCopy={screen.copyAddress} />
                </div>
                <TextLink href={screen.documentationHref}>{text.documentation}</TextLink>
              </Section>
              <DataApiReach opening={screen.opening} isOn={isOn} />
              <DataApiForm screen={screen} />
            </>
          )}
        </RemoteContent>
      </Gated>
      <Questions screen={screen} />
    </Page>
  )
}

function NoLogin({ screen }: { screen: DataApiScreen }) {
  const href = useStore(screen.$prepareHref)
  if (href === null) return null
  return (
    <Section
      title={text.noLogin}
      description={text.noLoginBody}
      footer={<TextLink href={href}>{text.toPrepare}</TextLink>}
    />
  )
}

function Switching({ screen: { opening }, isOn }: { screen: DataApiScreen; isOn: boolean }) {
  const mayTurnOn = useStore(opening.$mayTurnOn)
  const mayTurnOff = useStore(opening.$mayTurnOff)
  const isLookedAt = useStore(opening.$rows) !== null
  if (!isOn)
    return (
      <ControlButton isExplained controlState={mayTurnOn} aria-expanded={isLookedAt} onClick={opening.look}>
        {text.turnOn}
      </ControlButton>
    )
  return (
    <>
      {!isLookedAt && (
        <ControlButton controlState={{ disabled: false }} onClick={opening.look}>
          {text.look}
        </ControlButton>
      )}
      <ControlButton isExplained controlState={mayTurnOff} onClick={opening.askToTurnOff}>
        {text.turnOff}
      </ControlButton>
    </>
  )
}

function Questions({ screen: { opening } }: { screen: DataApiScreen }) {
  const asked = useStore(opening.turningOn.$state)
  const subject = asked.status === 'open' ? asked.subject : null
  return (
    <>
      <Confirm
        question={opening.turningOn}
        title={() => text.turnOnTitle}
        confirmLabel={text.turnOnNow}
        kind="primary"
      >
        <p>{subject?.body}</p>
        {subject?.warning != null && <p>{subject.warning}</p>}
      </Confirm>
      <Confirm question={opening.turningOff} title={() => text.turnOffTitle} confirmLabel={text.turnOff}>
        {text.turnOffBody}
      </Confirm>
    </>
  )
}
