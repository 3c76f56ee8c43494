/** Asking for an email and a role; then the link, this once: only its own button closes it. */
import { Dialog } from '@base-ui/react/dialog'
import { organizationText, type Invite } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Button } from '../../elements/button.js'
import dialogStyles from '../../elements/confirm-dialog.module.css'
import { FormDialog } from '../../elements/form-dialog.js'
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
    // Escape would lose what never comes back.
    <Dialog.Root open={made !== null} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles['backdrop']} />
        <Dialog.Popup className={dialogStyles['popup']}>
          <Dialog.Title className={dialogStyles['title']}>{text.linkTitle(last?.email ?? '')}</Dialog.Title>
          <Dialog.Description className={dialogStyles['body']} render={<div />}>
            <SecretField
              label={text.link}
              value={last?.link ?? ''}
              note={last?.note ?? null}
              onCopy={invite.copyLink}
            />
          </Dialog.Description>
          <div className={dialogStyles['buttons']}>
            <Button kind="primary" onClick={invite.close}>
              {text.done}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
