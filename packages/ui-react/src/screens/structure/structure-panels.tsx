/** The panel or the question that is open over a list of schemas, tables or columns. */
import type { ChangePanel, OpenStructure, StructurePanels as Panels, TablePanel } from '@basedeck/core'
import { structureText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Button } from '../../elements/button.js'
import { Form } from '../../elements/form.js'
import { SidePanel } from '../../elements/side-panel.js'
import { SwitchField } from '../../elements/switch-field.js'
import { TextField } from '../../elements/text-field.js'
import { DiscardQuestion, SideFailure, SideLoading } from '../parts/change-side.js'
import { ChangeQuestion } from './change-question.js'
import { ChangeSql } from './change-sql.js'
import styles from './structure.module.css'
import { TableForm } from './table-form.js'

export function StructurePanels({ panels }: { panels: Panels }) {
  const open = useStore(panels.$open)
  const side = open && open.kind !== 'dialog' ? open : null
  const lastSide = useLast(side)
  const dialog = open?.kind === 'dialog' ? open : null
  const lastDialog = useLast(dialog)
  const leave = side && 'panel' in side ? side.panel.leave : panels.close
  return (
    <>
      <SidePanel
        open={side !== null}
        title={lastSide ? titleOf(lastSide) : ''}
        closeLabel={text.close}
        isWide
        isFlush
        onClose={leave}
      >
        {lastSide && <Content open={lastSide} />}
      </SidePanel>
      {side && 'panel' in side && <DiscardQuestion panel={side.panel} />}
      {side?.kind === 'table' && <Losses panel={side.panel} />}
      {lastDialog && <ChangeQuestion dialog={lastDialog.dialog} isOpen={dialog !== null} />}
    </>
  )
}

type Side = Exclude<OpenStructure, { kind: 'dialog' }>

function titleOf(open: Side): string {
  return 'panel' in open ? open.panel.title : open.title
}

function Content({ open }: { open: Side }) {
  switch (open.kind) {
    case 'loading':
      return <SideLoading />
    case 'failed':
      return <SideFailure {...open} />
    case 'table':
      return <TableForm panel={open.panel} />
    case 'duplicate':
      return (
        <Form
          form={open.panel.form}
          submitLabel={open.panel.submitLabel}
          sendingLabel={open.panel.sendingLabel}
          label={open.panel.title}
          buttons={<Button onClick={open.panel.leave}>{text.cancel}</Button>}
          onDone={open.panel.close}
        >
          <p className={styles['quiet']}>{open.panel.body}</p>
          <TextField form={open.panel.form} name="name" label={text.name} takesFocus />
          <TextField form={open.panel.form} name="comment" label={text.comment} isOptional />
          <SwitchField
            form={open.panel.form}
            name="copiesRows"
            label={text.copiesRows}
            hint={open.panel.rowsHint}
          />
          <Sql panel={open.panel as unknown as ChangePanel<object>} />
        </Form>
      )
    case 'schema':
      return (
        <Form
          form={open.panel.form}
          submitLabel={open.panel.submitLabel}
          sendingLabel={open.panel.sendingLabel}
          label={open.panel.title}
          buttons={<Button onClick={open.panel.leave}>{text.cancel}</Button>}
          onDone={open.panel.close}
        >
          <TextField form={open.panel.form} name="name" label={text.name} takesFocus />
          <TextField form={open.panel.form} name="comment" label={text.comment} isOptional />
          <Sql panel={open.panel as unknown as ChangePanel<object>} />
        </Form>
      )
  }
}

function Sql({ panel }: { panel: ChangePanel<object> }) {
  return <ChangeSql statements={useStore(panel.$statements)} onCopy={panel.copySql} />
}

/** The question before a save that loses something. */
function Losses({ panel }: { panel: TablePanel }) {
  const question = useStore(panel.$question)
  const last = useLast(question)
  return last && <ChangeQuestion dialog={last} isOpen={question !== null} />
}
