/** A field that holds a list: a row of fields for each of its parts, which are added, removed and moved. */
import type { ObjectPanel } from '@basedeck/core'
import type { ObjectField, ObjectRow, RowField } from '@basedeck/core/sql'
import { objectsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useItemFocus } from '../../bind/use-item-focus.js'
import { Button } from '../../elements/button.js'
import fieldStyles from '../../elements/field.module.css'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { PathSelect, PathSwitch, PathText } from '../structure/path-field.js'
import styles from './objects.module.css'
import { Suggested } from './suggested-field.js'

export interface ObjectRowsProps {
  panel: ObjectPanel
  field: Extract<ObjectField, { type: 'rows' }>
}

export function ObjectRows({ panel, field }: ObjectRowsProps) {
  const rows = useStore(panel.form.$values)[field.name] as readonly ObjectRow[]
  const problem = useStore(panel.$problems)[field.name]
  const { list, adding, removing } = useItemFocus(rows.map((_row, index) => String(index)))
  const label = text.label(panel.kind, field.name)
  const hint = text.hint(panel.kind, field.name)
  const parts = panel.form.list(field.name)
  const isSingle = field.columns.length === 1
  return (
    <section ref={list} className={styles['rows']} aria-label={label}>
      <h3 className={fieldStyles['label']}>{label}</h3>
      {hint !== undefined && <p className={styles['quiet']}>{hint}</p>}
      {rows.map((row, index) => (
        <fieldset key={index} data-item data-single={isSingle} className={styles['row']}>
          <legend className={styles['bare']}>{text.rowNumber(label, index + 1)}</legend>
          <div className={styles['cells']}>
            {field.columns.map((column) => (
              <Cell
                key={column.name}
                panel={panel}
                column={column}
                isBare={isSingle}
                row={row}
                path={`${field.name}.${index}.${column.name}`}
              />
            ))}
          </div>
          <span className={styles['buttons']}>
            {field.isOrdered && rows.length > 1 && (
              <>
                <IconButton
                  label={text.moveUp(label, index + 1)}
                  icon={<Icon of={ArrowUp} size={14} />}
                  disabled={index === 0}
                  onClick={() => parts.move(index, index - 1)}
                />
                <IconButton
                  label={text.moveDown(label, index + 1)}
                  icon={<Icon of={ArrowDown} size={14} />}
                  disabled={index === rows.length - 1}
                  onClick={() => parts.move(index, index + 1)}
                />
              </>
            )}
            <IconButton
              data-removes
              label={text.removeRow(label, index + 1)}
              icon={<Icon of={X} size={14} />}
              onClick={() => {
                removing(index)
                parts.remove(index)
              }}
            />
          </span>
        </fieldset>
      ))}
      {problem !== undefined && <p className={fieldStyles['problem']}>{problem}</p>}
      <span>
        <Button
          data-adds
          onClick={() => {
            adding()
            parts.insert(rows.length, panel.newRow(field.name))
          }}
        >
          {text.add(label)}
        </Button>
      </span>
    </section>
  )
}

interface CellProps {
  panel: ObjectPanel
  column: RowField
  row: ObjectRow
  path: string
  /** Its label is said by the heading of the list. */
  isBare: boolean
}

function Cell({ panel, column, row, path, isBare }: CellProps) {
  const value = row[column.name]
  const problem = useStore(panel.$problems)[path]
  const shared = { form: panel.form, path, label: text.label(panel.kind, column.name), problem, isBare }
  switch (column.type) {
    case 'choice':
      return (
        <PathSelect
          {...shared}
          value={String(value)}
          choices={column.choices.map((one) => ({ value: one, label: text.choice(column.name, one) }))}
        />
      )
    case 'flag':
      return <PathSwitch {...shared} value={value === true} />
    case 'text':
      return column.suggests ? (
        <Suggested panel={panel} what={column.suggests} value={String(value ?? '')} shared={shared} />
      ) : (
        <PathText {...shared} value={String(value ?? '')} isCode={column.check === 'expression'} />
      )
  }
}
