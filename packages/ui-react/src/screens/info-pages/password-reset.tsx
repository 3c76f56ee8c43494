/** Resets the database's password, and shows the new one once. */
import type { PasswordReset as Reset } from '@basedeck/core'
import { infoText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { ControlButton } from '../../elements/control-button.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { OneTimeDialog } from '../../elements/one-time-dialog.js'
import { SecretField } from '../../elements/secret-field.js'
import { Section } from '../../elements/section.js'
import { TextField } from '../../elements/text-field.js'

const text = infoText.password

export function PasswordReset({ reset }: { reset: Reset }) {
  const may = useStore(reset.$may)
  const isOpen = useStore(reset.$isOpen)
  const shown = useStore(reset.$shown)
  return (
    <Section title={text.title} description={text.body}>
      <ControlButton controlState={may} onClick={reset.open}>
        {text.reset}
      </ControlButton>
      <FormDialog
        open={isOpen}
        title={text.reset}
        remark={text.remark}
        isSecret
        form={reset.form}
        submitLabel={text.submit}
        sendingLabel={text.sending}
        kind="danger"
        onClose={reset.close}
      >
        <TextField form={reset.form} name="password" label={text.label} autoComplete="off" />
        <Button onClick={reset.generate}>{text.generate}</Button>
      </FormDialog>
      <OneTimeDialog
        open={shown !== null}
        title={text.doneTitle}
        buttons={
          <Button kind="primary" onClick={reset.putAway}>
            {text.done}
          </Button>
        }
      >
        <SecretField label={text.label} value={shown ?? ''} onCopy={reset.copy} />
      </OneTimeDialog>
    </Section>
  )
}
