/** The two ways to a standby key: a new one, and one that exists elsewhere. */
import type { SigningKeysScreen } from '@basedeck/core'
import { signingKeysText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { FormDialog } from '../../elements/form-dialog.js'
import { SelectField } from '../../elements/select-field.js'
import { TextField } from '../../elements/text-field.js'

export function NewSigningKey({ screen }: { screen: SigningKeysScreen }) {
  const adding = useStore(screen.$adding)
  return (
    <>
      <FormDialog
        open={adding === 'create'}
        title={text.create}
        remark={text.createBody}
        form={screen.creation}
        submitLabel={text.submit}
        sendingLabel={text.sending}
        onClose={screen.closeAdd}
      >
        <SelectField
          form={screen.creation}
          name="algorithm"
          label={text.algorithm}
          choices={text.algorithms}
        />
      </FormDialog>
      <FormDialog
        open={adding === 'import'}
        title={text.importTitle}
        remark={text.importBody}
        form={screen.importing}
        isSecret
        submitLabel={text.importSubmit}
        sendingLabel={text.importing}
        onClose={screen.closeAdd}
      >
        <SelectField
          form={screen.importing}
          name="algorithm"
          label={text.algorithm}
          choices={text.algorithms}
        />
        <TextField form={screen.importing} name="key" label={text.key} hint={text.keyHint} rows={6} isCode />
      </FormDialog>
    </>
  )
}
