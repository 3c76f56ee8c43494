/** Whether the log is kept, and going back to a moment. */
import type { PointInTimeScreen } from '@basedeck/core'
import { backupsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { LinkButton } from '../../elements/link-button.js'
import { FactList } from '../../elements/fact-list.js'
import { Form } from '../../elements/form.js'
import { Page } from '../../elements/page.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { Section } from '../../elements/section.js'
import { TextField } from '../../elements/text-field.js'
import { Gated } from '../parts/gated.js'
import { SubjectLinks } from '../parts/subject-links.js'

const text = backupsText.pitr

export function PointInTime({ screen }: { screen: PointInTimeScreen }) {
  return (
    <Page
      title={screen.title}
      description={text.body}
      width="list"
      tabs={<SubjectLinks label={backupsText.links} links={screen.links} />}
    >
      <Gated gate={screen.gate}>
        <Log screen={screen} />
        <Questions screen={screen} />
      </Gated>
    </Page>
  )
}

function Log({ screen }: { screen: PointInTimeScreen }) {
  const state = useStore(screen.$view)
  const mayChange = useStore(screen.$mayChange)
  return (
    <RemoteContent state={state}>
      {({ isOn, lacking, addonHref, range }) =>
        lacking === null ? (
          <>
            <Section
              title={text.log}
              description={text.logBody}
              actions={
                <>
                  <Badge tone={isOn ? 'good' : 'quiet'}>{isOn ? text.on : text.off}</Badge>
                  <ControlButton controlState={mayChange} onClick={() => screen.switching.ask(!isOn)}>
                    {isOn ? text.turnOff : text.turnOn}
                  </ControlButton>
                </>
              }
            >
              {isOn && range && (
                <FactList
                  facts={[
                    { key: 'from', label: text.from, value: `${range.from} UTC` },
                    { key: 'to', label: text.to, value: `${range.to} UTC` },
                  ]}
                />
              )}
              {!isOn && <p>{text.isOff}</p>}
              {isOn && !range && <p>{text.waiting}</p>}
            </Section>
            {isOn && range && <Restore screen={screen} />}
          </>
        ) : (
          <EmptyState title={addonHref === null ? backupsText.unavailable : text.lacksAddon} body={lacking}>
            {addonHref !== null && <LinkButton href={addonHref}>{text.toAddons}</LinkButton>}
          </EmptyState>
        )
      }
    </RemoteContent>
  )
}

function Restore({ screen }: { screen: PointInTimeScreen }) {
  const { disabled, hint } = useStore(screen.$mayRestore)
  return (
    <Section title={text.restore} isFlush>
      <Form
        form={screen.form}
        label={text.restore}
        submitLabel={text.ask}
        sendingLabel={text.asking}
        note={hint}
      >
        <TextField
          form={screen.form}
          name="moment"
          label={text.moment}
          hint={text.momentHint}
          isCode
          disabled={disabled}
        />
      </Form>
    </Section>
  )
}

function Questions({ screen }: { screen: PointInTimeScreen }) {
  const switching = useStore(screen.switching.$state)
  const isOn = switching.status === 'open' && switching.subject
  return (
    <>
      <Confirm
        question={screen.switching}
        kind="primary"
        title={(on) => (on ? text.turnOnTitle : text.turnOffTitle)}
        confirmLabel={isOn ? text.turnOn : text.turnOff}
      >
        {isOn ? text.turnOnBody : text.turnOffBody}
      </Confirm>
      <Confirm
        question={screen.restoration}
        title={({ label }) => text.restoreTitle(label)}
        confirmLabel={backupsText.restoreConfirm}
      >
        {backupsText.restoreBody}
      </Confirm>
    </>
  )
}
