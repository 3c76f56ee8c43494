/** What the auth service writes to users: one template at a time, its preview, and a test. */
import type { AuthTemplatesScreen } from '@basedeck/core'
import { authMailsText as text, authSettingsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { Form } from '../../elements/form.js'
import { Page } from '../../elements/page.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { Section } from '../../elements/section.js'
import { TextField } from '../../elements/text-field.js'
import { AuthSectionForm } from './auth-section-form.js'
import { Gated } from '../parts/gated.js'
import { MailFrame } from './mail-frame.js'
import styles from './auth-templates.module.css'
import { SubjectLinks } from '../parts/subject-links.js'

export function AuthTemplates({ screen }: { screen: AuthTemplatesScreen }) {
  const view = useStore(screen.$view)
  const section = useStore(screen.$section)
  const mayChange = useStore(screen.$mayChange)
  return (
    <Page
      title={screen.title}
      description={screen.lead}
      tabs={<SubjectLinks label={authSettingsText.more.label} links={screen.links} />}
    >
      <Gated gate={screen.gate}>
        <RemoteContent state={view}>
          {() => (
            <>
              <Kinds screen={screen} />
              <AuthSectionForm
                key={section.name}
                section={section}
                mayChange={mayChange}
                buttons={
                  <Button disabled={mayChange.disabled} onClick={screen.useBuiltIn}>
                    {text.builtIn}
                  </Button>
                }
              />
              <Preview screen={screen} />
              <Test screen={screen} />
            </>
          )}
        </RemoteContent>
      </Gated>
    </Page>
  )
}

function Kinds({ screen }: { screen: AuthTemplatesScreen }) {
  const { chooseMail, chooseNotification } = authSettingsText
  return [chooseMail, chooseNotification].map((label, at) => (
    <KindGroup
      key={label}
      screen={screen}
      label={label}
      kinds={screen.kinds.filter(({ isNotification }) => isNotification === (at === 1))}
    />
  ))
}

interface KindGroupProps {
  screen: AuthTemplatesScreen
  label: string
  kinds: AuthTemplatesScreen['kinds']
}

function KindGroup({ screen, label, kinds }: KindGroupProps) {
  const chosen = useStore(screen.$kind)
  return (
    <div role="group" aria-label={label} className={styles['kinds']}>
      <span aria-hidden className={styles['groupName']}>
        {label}
      </span>
      {kinds.map(({ kind, label: name }) => (
        <Button key={kind} aria-pressed={kind === chosen} onClick={() => screen.choose(kind)}>
          {name}
        </Button>
      ))}
    </div>
  )
}

function Preview({ screen }: { screen: AuthTemplatesScreen }) {
  const preview = useStore(screen.$preview)
  return (
    <Section title={text.preview} description={text.previewBody}>
      {preview.status === 'broken' ? (
        <p role="status">{preview.problem}</p>
      ) : (
        <div className={styles['preview']}>
          <p>
            {text.previewSubject}: <strong>{preview.mail.subject}</strong>
          </p>
          <MailFrame title={text.previewFrame} html={preview.mail.html} />
        </div>
      )}
    </Section>
  )
}

function Test({ screen }: { screen: AuthTemplatesScreen }) {
  const { disabled, hint } = useStore(screen.$mayTest)
  if (disabled) return <Section title={text.test} description={hint} />
  return (
    <Section title={text.test} description={text.testBody} isFlush>
      <Form form={screen.test} label={text.test} submitLabel={text.testSend} sendingLabel={text.testSending}>
        <TextField form={screen.test} name="to" label={text.testTo} type="email" />
      </Form>
    </Section>
  )
}
