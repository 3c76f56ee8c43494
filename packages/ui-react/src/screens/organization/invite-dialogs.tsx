/** The form with an email and a role; then the link, shown only once: only its own button closes it. */
import type { Invite } from '@basedeck/core'
import { organizationText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Button } from '../../elements/button.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { OneTimeDialog } from '../../elements/one-time-dialog.js'
import { RadioCards } from '../../elements/radio-cards.js'
import { SecretField } from '../../elements/secret-field.js'
import { TextField } from '../../elements/text-field.js'

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
        <TextField form={invite.form} name="email" type="email" label={text.email} takesFocus />
        <RadioCards form={invite.form} name="role_id" label={text.roleField} choices={roles} />
      </FormDialog>
      <LinkDialog invite={invite} />
    </>
  )
}

function LinkDialog({ invite }: { invite: Invite }) {
  const made = useStore(invite.$made)
  const last = useLast(made)
  return (
    <OneTimeDialog
      open={made !== null}
      title={text.linkTitle(last?.email ?? '')}
      buttons={
        <Button kind="primary" onClick={invite.close}>
          {text.done}
        </Button>
      }
    >
      <SecretField
        label={text.link}
        value={last?.link ?? ''}
        note={last?.note ?? null}
        onCopy={invite.copyLink}
      />
    </OneTimeDialog>
  )
}
