import type { InstallationContent, InstallationScreen } from '@basedeck/core'
import { installationText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Confirm } from '../../elements/confirm.js'
import { EmptyState } from '../../elements/empty-state.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { Section } from '../../elements/section.js'
import { Switch } from '../../elements/switch.js'
import { AuditDownload, AuditEntries } from '../organization/audit-entries.js'
import { AccountFrame } from './account-frame.js'
import { AllAccounts, AllOrganizations } from './installation-lists.js'
import { AllTickets } from './ticket-list.js'
import styles from './installation.module.css'

export function Installation({ screen }: { screen: InstallationScreen }) {
  const content = useStore(screen.$content)
  return (
    <AccountFrame
      page={screen.page}
      title={screen.title}
      description={text.lead}
      withoutAccounts={text.withoutAccounts}
    >
      {content && <Content content={content} />}
      {content === null && <EmptyState title={text.closedTitle} body={text.closedBody} />}
    </AccountFrame>
  )
}

function Content({ content }: { content: InstallationContent }) {
  const question = useStore(content.asking.$state)
  const action = question.status === 'open' ? question.subject.action : 'delete'
  return (
    <>
      <Settings content={content} />
      <AllAccounts content={content} />
      <AllOrganizations content={content} />
      <AllTickets list={content.tickets} />
      <Section
        title={text.audit}
        description={text.auditBody}
        actions={<AuditDownload list={content.audit} />}
      >
        <AuditEntries list={content.audit} />
      </Section>
      <Confirm
        question={content.asking}
        title={({ action: asked, account }) => text.questions[asked]?.(account.email) ?? ''}
        confirmLabel={text.actions[action]}
        kind={action === 'prove' || action === 'administrator' ? 'primary' : 'danger'}
      >
        {text.bodies[action]}
      </Confirm>
    </>
  )
}

function Settings({ content }: { content: InstallationContent }) {
  const settings = useStore(content.$settings)
  const mfaHint = useStore(content.$mfaHint)
  const isSaving = useStore(content.$isSaving)
  const problem = useStore(content.$problem)
  return (
    <Section title={text.settings}>
      <RemoteContent state={settings}>
        {({ anyone_creates_organizations, requires_mfa }) => (
          <div className={styles['settings']}>
            <Switch
              label={text.anyoneCreates}
              hint={text.anyoneCreatesHint}
              isOn={anyone_creates_organizations}
              disabled={isSaving}
              onChange={(isOn) => content.set('anyone_creates_organizations', isOn)}
            />
            <Switch
              label={text.requiresMfa}
              hint={requires_mfa ? text.requiresMfaHint : (mfaHint ?? text.requiresMfaHint)}
              isOn={requires_mfa}
              disabled={isSaving || (!requires_mfa && mfaHint !== undefined)}
              onChange={(isOn) => content.set('requires_mfa', isOn)}
            />
            {problem !== null && <ErrorAlert title={problem} />}
          </div>
        )}
      </RemoteContent>
    </Section>
  )
}
