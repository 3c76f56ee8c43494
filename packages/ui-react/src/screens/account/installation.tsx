import { installationText as text, type InstallationScreen } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { Confirm } from '../../elements/confirm.js'
import { EmptyState } from '../../elements/empty-state.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { Section } from '../../elements/section.js'
import { Switch } from '../../elements/switch.js'
import { AccountFrame } from './account-frame.js'
import { AllAccounts, AllOrganizations } from './installation-lists.js'
import styles from './installation.module.css'

export function Installation({ screen }: { screen: InstallationScreen }) {
  const isAdministrator = useStore(screen.$isAdministrator)
  return (
    <AccountFrame
      page={screen.page}
      title={screen.title}
      description={text.lead}
      withoutAccounts={text.withoutAccounts}
    >
      {isAdministrator === true && <Content screen={screen} />}
      {isAdministrator === false && <EmptyState title={text.closedTitle} body={text.closedBody} />}
    </AccountFrame>
  )
}

function Content({ screen }: { screen: InstallationScreen }) {
  const question = useStore(screen.asking.$state)
  const action = question.status === 'open' ? question.subject.action : 'delete'
  return (
    <>
      <Settings screen={screen} />
      <AllAccounts screen={screen} />
      <AllOrganizations screen={screen} />
      <Confirm
        question={screen.asking}
        title={({ action: asked, account }) => text.questions[asked]?.(account.email) ?? ''}
        confirmLabel={text.actions[action]}
      >
        {text.bodies[action]}
      </Confirm>
    </>
  )
}

function Settings({ screen }: { screen: InstallationScreen }) {
  const settings = useStore(screen.$settings)
  const mfaHint = useStore(screen.$mfaHint)
  const isSaving = useStore(screen.$isSaving)
  const problem = useStore(screen.$problem)
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
              onChange={(isOn) => screen.set('anyone_creates_organizations', isOn)}
            />
            <Switch
              label={text.requiresMfa}
              hint={requires_mfa ? text.requiresMfaHint : (mfaHint ?? text.requiresMfaHint)}
              isOn={requires_mfa}
              disabled={isSaving || (!requires_mfa && mfaHint !== undefined)}
              onChange={(isOn) => screen.set('requires_mfa', isOn)}
            />
            {problem !== null && <ErrorAlert title={problem} />}
          </div>
        )}
      </RemoteContent>
    </Section>
  )
}
