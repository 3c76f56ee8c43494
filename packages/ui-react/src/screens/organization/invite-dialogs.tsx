/** The form with emails and a role; then what became of each, with links that are shown only once: only its own button closes it. */
import type { InvitationResult, Invite } from '@basedeck/core'
import { organizationText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Button } from '../../elements/button.js'
import { CopyTextButton } from '../../elements/copy-text-button.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { OneTimeDialog } from '../../elements/one-time-dialog.js'
import { RadioCards } from '../../elements/radio-cards.js'
import { Scroller } from '../../elements/scroller.js'
import { SecretField } from '../../elements/secret-field.js'
import { TextField } from '../../elements/text-field.js'
import styles from './invite-dialogs.module.css'

const text = organizationText.team

export interface InviteDialogsProps {
  invite: Invite
  roles: readonly { value: string; label: string; body: string; disabled: boolean }[]
}

export function InviteDialogs({ invite, roles }: InviteDialogsProps) {
  return (
    <>
      <FormDialog
        open={useStore(invite.$isOpen)}
        title={text.inviteTitle}
        remark={text.inviteBody}
        form={invite.form}
        submitLabel={text.sendInvite}
        sendingLabel={text.sendingInvite}
        onClose={invite.close}
      >
        <TextField
          form={invite.form}
          name="emails"
          inputMode="email"
          label={text.emails}
          hint={text.emailsHint}
          rows={3}
          takesFocus
        />
        <RadioCards form={invite.form} name="role_id" label={text.roleField} choices={roles} />
      </FormDialog>
      <ResultDialog invite={invite} />
    </>
  )
}

function ResultDialog({ invite }: { invite: Invite }) {
  const results = useStore(invite.$results)
  const last = useLast(results) ?? []
  const [only] = last
  const isOne = last.length === 1 && only?.type === 'link'
  const invited = last.filter(({ type }) => type !== 'failed').length
  const links = last.filter(({ type }) => type === 'link').length
  return (
    <OneTimeDialog
      open={results !== null}
      title={isOne ? text.linkTitle(only.email) : text.resultsTitle(invited, last.length)}
      buttons={
        <>
          {links > 1 && <CopyTextButton label={text.copyLinks} onCopy={invite.copyLinks} />}
          <Button kind="primary" onClick={invite.close}>
            {text.done}
          </Button>
        </>
      }
    >
      {isOne ? (
        <SecretField
          label={text.link}
          value={only.link}
          note={text.linkNotMailed(only.email)}
          onCopy={() => invite.copyLink(only.email)}
        />
      ) : (
        <>
          {links > 0 && <p>{text.resultsNote}</p>}
          {invited < last.length && <p>{text.resultsFailed}</p>}
          <Scroller aria-label={text.invitations} className={styles['results']}>
            {last.map((result) => (
              <Result key={result.email} result={result} invite={invite} />
            ))}
          </Scroller>
        </>
      )}
    </OneTimeDialog>
  )
}

function Result({ result, invite }: { result: InvitationResult; invite: Invite }) {
  const { email } = result
  switch (result.type) {
    case 'link':
      return (
        <SecretField
          label={text.linkOf(email)}
          value={result.link}
          note={null}
          onCopy={() => invite.copyLink(email)}
        />
      )
    case 'failed':
      return <Line email={email} sentence={result.message} isProblem />
    case 'not-mailed':
      return <Line email={email} sentence={text.wasNotMailed} isProblem />
    case 'mailed':
      return <Line email={email} sentence={text.wasMailed} />
  }
}

function Line({ email, sentence, isProblem }: { email: string; sentence: string; isProblem?: boolean }) {
  return (
    <p className={styles['result']}>
      <strong>{email}</strong>
      <span className={isProblem ? styles['problem'] : undefined}>{sentence}</span>
    </p>
  )
}
