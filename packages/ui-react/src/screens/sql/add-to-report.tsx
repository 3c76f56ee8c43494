/** The chart of a result becomes a block of a report. */
import type { SqlEditorScreen } from '@basedeck/core'
import { ownReportsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { SelectField } from '../../elements/select-field.js'
import { TextField } from '../../elements/text-field.js'

export function AddToReport({ adding }: { adding: SqlEditorScreen['reports'] }) {
  return (
    <>
      <Button onClick={adding.addToReport}>{text.addToReport}</Button>
      <FormDialog
        open={useStore(adding.$isAdding)}
        title={text.addTitle}
        form={adding.adding}
        label={text.addTitle}
        submitLabel={text.add}
        sendingLabel={text.adding}
        onClose={adding.closeAdding}
      >
        <SelectField
          form={adding.adding}
          name="report"
          label={text.addTo}
          choices={useStore(adding.$reportChoices)}
        />
        <TextField form={adding.adding} name="title" label={text.chartTitle} />
      </FormDialog>
    </>
  )
}
