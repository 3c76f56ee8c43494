/** The exports of rows as a menu, or as groups of another one, and the question before all of them are exported. */
import type { RowExports } from '@basedeck/core'
import { sqlResultsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Download } from 'lucide-react'
import { useLast } from '../../bind/use-last.js'
import { ActionMenu, type ActionGroup } from '../../elements/action-menu.js'
import { Button } from '../../elements/button.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { Icon } from '../../elements/icon.js'
import { SelectField } from '../../elements/select-field.js'
import { SwitchField } from '../../elements/switch-field.js'
import { TextField } from '../../elements/text-field.js'
import styles from './export-menu.module.css'

export function ExportMenu({ screen }: { screen: RowExports }) {
  const groups = useExportGroups(screen)
  if (groups.length === 0) return null
  return (
    <>
      <ActionMenu
        align="end"
        trigger={
          <Button icon={<Icon of={Download} size={14} />}>
            <span className={styles['roomy']}>{text.export}</span>
          </Button>
        }
        groups={groups}
      />
      <ExportDialog screen={screen} />
    </>
  )
}

/** Empty until the rows are known. */
export function useExportGroups(screen: RowExports): readonly ActionGroup[] {
  const menu = useStore(screen.$exportMenu)
  if (!menu) return []
  return [
    {
      label: menu.shownRefusal ?? text.shown,
      items: menu.shown.map(({ format, label }) => ({
        label,
        isOff: menu.shownRefusal !== undefined,
        onChoose: () => screen.exportShown(format),
      })),
    },
    {
      label: menu.wholeRefusal ?? menu.wholeLabel,
      items: menu.whole.map(({ format, label }) => ({
        label,
        isOff: menu.wholeRefusal !== undefined,
        onChoose: () => screen.askWhole(format),
      })),
    },
  ]
}

export function ExportDialog({ screen }: { screen: RowExports }) {
  const question = useStore(screen.$wholeQuestion)
  const shown = useLast(question)
  return (
    <FormDialog
      open={question !== null}
      title={text.wholeTitle}
      remark={
        <>
          <p>{shown?.remark}</p>
          {shown?.roleNote !== undefined && <p>{shown.roleNote}</p>}
          {shown?.namesNote !== undefined && <p>{shown.namesNote}</p>}
          {shown?.formatNote !== undefined && <p>{shown.formatNote}</p>}
        </>
      }
      form={screen.exportForm}
      submitLabel={text.begin}
      sendingLabel={text.beginning}
      onDone={screen.dismissWhole}
      onClose={screen.dismissWhole}
    >
      <TextField form={screen.exportForm} name="name" label={text.fileName} takesFocus />
      {shown?.asksTable === true && (
        <TextField form={screen.exportForm} name="table" label={text.table} isCode />
      )}
      {shown?.asksCsv === true && <CsvFields form={screen.exportForm} />}
    </FormDialog>
  )
}

function CsvFields({ form }: { form: RowExports['exportForm'] }) {
  return (
    <>
      <SwitchField form={form} name="header" label={text.header} />
      <SelectField form={form} name="delimiter" label={text.delimiter} choices={text.delimiters} />
      <SelectField form={form} name="quote" label={text.quote} choices={text.quotes} />
      <TextField form={form} name="nullText" label={text.nullText} hint={text.nullHint} isCode />
    </>
  )
}
