import type { LockedOut, OrganizationSecurityScreen } from '@basedeck/core'
import { organizationText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Confirm } from '../../elements/confirm.js'
import { EmptyState } from '../../elements/empty-state.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { Name } from '../../elements/name.js'
import { Page } from '../../elements/page.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { Section } from '../../elements/section.js'
import { Switch } from '../../elements/switch.js'
import { TextLink } from '../../elements/text-link.js'
import styles from './organization-security.module.css'

const text = organizationText.security

export function OrganizationSecurity({ screen }: { screen: OrganizationSecurityScreen }) {
  const hasAccounts = useStore(screen.$hasAccounts)
  const required = useStore(screen.$required)
  const lockedOut = useStore(screen.$lockedOut)
  const question = useStore(screen.requiring.$state)
  const problem = useStore(screen.$problem)
  if (hasAccounts === false)
    return (
      <Page title={screen.title} width="list">
        <EmptyState title={text.withoutAccounts} body={text.withoutAccountsBody} />
      </Page>
    )
  return (
    <Page title={screen.title} width="list">
      <RemoteContent state={required}>
        {(isRequired) => (
          <Section title={text.mfaTitle} description={text.mfaBody}>
            <div className={styles['body']}>
              <RequireSwitch screen={screen} isRequired={isRequired} />
              {problem !== null && question.status === 'closed' && <ErrorAlert title={problem} />}
              <Without lockedOut={lockedOut} />
            </div>
          </Section>
        )}
      </RemoteContent>
      <Confirm
        question={screen.requiring}
        title={() => text.requireTitle}
        confirmLabel={text.requireConfirm}
        kind="primary"
      >
        <Without lockedOut={lockedOut} />
      </Confirm>
    </Page>
  )
}

function RequireSwitch({ screen, isRequired }: { screen: OrganizationSecurityScreen; isRequired: boolean }) {
  const mayChange = useStore(screen.$mayChange)
  const setUpFirst = useStore(screen.$setUpFirst)
  const isBusy = useStore(screen.$isBusy)
  return (
    <Switch
      label={text.require}
      isOn={isRequired}
      disabled={mayChange.disabled || isBusy}
      hint={
        setUpFirst && !isRequired ? (
          <>
            {setUpFirst.text} <TextLink href={setUpFirst.href}>{setUpFirst.label}</TextLink>
          </>
        ) : (
          mayChange.hint
        )
      }
      onChange={screen.require}
    />
  )
}

function Without({ lockedOut }: { lockedOut: LockedOut }) {
  if (lockedOut.status === 'loading') return null
  return (
    <div className={styles['without']}>
      <p>{lockedOut.note}</p>
      {lockedOut.status === 'known' && lockedOut.members.length > 0 && (
        <ul data-tone="plain">
          {lockedOut.members.map(({ key, name, email }) => (
            <li key={key}>
              <Name>{name}</Name>
              {email !== null && <span className={styles['email']}> {email}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
