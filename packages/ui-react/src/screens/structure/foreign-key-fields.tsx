/** The foreign keys of a table: what each refers to, by which columns, and what happens to its rows. */
import type { ForeignKeyValues, TablePanel } from '@basedeck/core'
import { structureText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { useItemFocus } from '../../bind/use-item-focus.js'
import { Button } from '../../elements/button.js'
import fieldStyles from '../../elements/field.module.css'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { PathSelect, PathSuggest } from './path-field.js'
import styles from './structure.module.css'

const ACTIONS = Object.entries(text.actions).map(([value, label]) => ({ value, label }))

export function ForeignKeys({ panel }: { panel: TablePanel }) {
  const { foreignKeys } = useStore(panel.form.$values)
  const { list, adding, removing } = useItemFocus(foreignKeys.map(({ key }) => key))
  return (
    <section ref={list} className={styles['keys']} aria-label={text.foreignKeys}>
      <h3>{text.foreignKeys}</h3>
      {foreignKeys.map((key, index) => (
        <ForeignKeyFields key={key.key} panel={panel} foreignKey={key} index={index} onRemove={removing} />
      ))}
      <span>
        <Button
          data-adds
          onClick={() => {
            adding()
            panel.addForeignKey()
          }}
        >
          {text.addForeignKey}
        </Button>
      </span>
    </section>
  )
}

interface ForeignKeyFieldsProps {
  panel: TablePanel
  foreignKey: ForeignKeyValues
  index: number
  /** Called before it is removed. */
  onRemove(index: number): void
}

function ForeignKeyFields({ panel, foreignKey, index, onRemove }: ForeignKeyFieldsProps) {
  const { form } = panel
  const problems = useStore(panel.$problems)
  const targets = useStore(panel.$targets)
  const targetColumns = useStore(panel.$targetColumns)[foreignKey.targetText] ?? []
  const labelOf = (target: string) => targetColumns.find(({ value }) => value === target)?.label ?? target
  const { columns } = useStore(form.$values)
  const path = `foreignKeys.${index}` as const
  const own = [
    { value: '', label: text.chooseColumn },
    ...columns.map(({ key, name }) => ({ value: key, label: name })),
  ]
  return (
    <fieldset data-item className={styles['key']}>
      <legend className={styles['bare']}>{text.foreignKeyNumber(index + 1)}</legend>
      <div className={styles['target']}>
        <PathSuggest
          form={form}
          path={`${path}.target`}
          label={text.target}
          hint={text.targetHint}
          value={foreignKey.targetText}
          suggestions={targets.map((value) => ({ value, note: '' }))}
          problem={problems[`${path}.target`]}
          onType={(typed) => panel.setTarget(index, typed)}
        />
        <IconButton
          data-removes
          label={text.removeForeignKey}
          icon={<Icon of={X} size={14} />}
          onClick={() => {
            onRemove(index)
            panel.removeForeignKey(index)
          }}
        />
      </div>
      {foreignKey.pairs.map((pair, at) => (
        <div key={at} className={styles['pair']}>
          <PathSelect
            form={form}
            path={`${path}.pairs.${at}.column`}
            label={text.ownColumn(labelOf(pair.target))}
            value={pair.column}
            choices={own}
            problem={at === 0 ? problems[`${path}.pairs`] : undefined}
          />
          <PathSelect
            form={form}
            path={`${path}.pairs.${at}.target`}
            label={text.targetColumn}
            value={pair.target}
            choices={
              targetColumns.some(({ value }) => value === pair.target)
                ? targetColumns
                : [{ value: pair.target, label: pair.target || text.chooseColumn }, ...targetColumns]
            }
            problem={undefined}
          />
        </div>
      ))}
      {foreignKey.pairs.length === 0 && problems[`${path}.pairs`] !== undefined && (
        <p className={fieldStyles['problem']}>{problems[`${path}.pairs`]}</p>
      )}
      <div className={styles['pair']}>
        <PathSelect
          form={form}
          path={`${path}.onDelete`}
          label={text.onDelete}
          value={foreignKey.onDelete}
          choices={ACTIONS}
          problem={undefined}
        />
        <PathSelect
          form={form}
          path={`${path}.onUpdate`}
          label={text.onUpdate}
          value={foreignKey.onUpdate}
          choices={ACTIONS}
          problem={undefined}
        />
      </div>
    </fieldset>
  )
}
