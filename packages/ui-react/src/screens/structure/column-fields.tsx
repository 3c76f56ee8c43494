/** The fields of one column: those of its row, and the further ones below it. */
import type { ColumnRow, ColumnValues, TablePanel } from '@basedeck/core'
import { structureText as text } from '@basedeck/core/text'
import { ChevronDown, ChevronRight, X } from 'lucide-react'
import { useStore } from '@nanostores/react'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { PathSelect, PathSuggest, PathSwitch, PathText } from './path-field.js'
import styles from './structure.module.css'

const IDENTITIES = Object.entries(text.identities).map(([value, label]) => ({ value, label }))

export interface ColumnFieldsProps {
  panel: TablePanel
  row: ColumnRow
}

export interface ColumnItemProps extends ColumnFieldsProps {
  /** Called before the column is removed. @param at its position among the rows */
  onRemove(at: number): void
  at: number
}

/** A row of the columns of a table. */
export function ColumnItem({ panel, row, at, onRemove }: ColumnItemProps) {
  const column = useStore(panel.form.$values).columns[row.index]
  if (!column) return null
  return (
    <li data-item className={styles['column']}>
      <fieldset className={styles['group']}>
        <legend className={styles['bare']}>{text.columnNumber(row.index + 1)}</legend>
        <div className={styles['row']}>
          <MainFields panel={panel} column={column} index={row.index} isBare />
          <span className={styles['buttons']}>
            <IconButton
              label={text.moreOf(row.label)}
              aria-expanded={row.isOpen}
              icon={<Icon of={row.isOpen ? ChevronDown : ChevronRight} size={14} />}
              onClick={() => panel.toggleColumn(row.index)}
            />
            <IconButton
              data-removes
              label={text.removeColumn(row.label)}
              icon={<Icon of={X} size={14} />}
              onClick={() => {
                onRemove(at)
                panel.removeColumn(row.index)
              }}
            />
          </span>
        </div>
        {row.isOpen && <FurtherFields panel={panel} column={column} index={row.index} />}
      </fieldset>
    </li>
  )
}

/** The only column of a form. */
export function ColumnAlone({ panel }: { panel: TablePanel }) {
  const [column] = useStore(panel.form.$values).columns
  if (!column) return null
  return (
    <>
      <MainFields panel={panel} column={column} index={0} isBare={false} />
      <FurtherFields panel={panel} column={column} index={0} />
    </>
  )
}

interface PartProps {
  panel: TablePanel
  column: ColumnValues
  index: number
}

function MainFields({ panel, column, index, isBare }: PartProps & { isBare: boolean }) {
  const { form } = panel
  const problems = useStore(panel.$problems)
  // Suggestions are made again when the types of the database arrive.
  useStore(panel.$ownTypes)
  const path = `columns.${index}` as const
  const value = panel.valueOf(column)
  const hasDefault = value.kind === 'typed'
  const defaultHint =
    value.kind === 'generated'
      ? text.generated(value.expression)
      : value.kind === 'identity'
        ? text.defaultOfIdentity
        : text.defaultHint
  return (
    <>
      <PathText
        form={form}
        path={`${path}.name`}
        label={text.columnName}
        isBare={isBare}
        value={column.name}
        problem={problems[`${path}.name`]}
      />
      <PathSuggest
        form={form}
        path={`${path}.type`}
        label={text.type}
        isBare={isBare}
        value={column.type}
        suggestions={panel.typesFor(column.type)}
        problem={problems[`${path}.type`]}
      />
      <PathSuggest
        form={form}
        path={`${path}.default`}
        label={text.default}
        isBare={isBare}
        value={hasDefault ? column.default : ''}
        disabled={!hasDefault}
        placeholder={text.valuePlaceholders[value.kind]}
        suggestions={panel.defaultsFor(column.type, column.default)}
        problem={problems[`${path}.default`]}
        {...(isBare ? {} : { hint: defaultHint })}
      />
      <PathSwitch
        form={form}
        path={`${path}.isPrimary`}
        label={text.primaryKey}
        value={column.isPrimary}
        problem={undefined}
      />
    </>
  )
}

function FurtherFields({ panel, column, index }: PartProps) {
  const { form } = panel
  const problems = useStore(panel.$problems)
  const path = `columns.${index}` as const
  const value = panel.valueOf(column)
  const isNeverNull = column.isPrimary || value.kind === 'identity'
  return (
    <div className={styles['further']}>
      <PathSwitch
        form={form}
        path={`${path}.isNullable`}
        label={text.nullable}
        hint={text.nullableHint}
        value={column.isNullable && !isNeverNull}
        disabled={isNeverNull}
        problem={undefined}
      />
      <PathSwitch
        form={form}
        path={`${path}.isUnique`}
        label={text.unique}
        hint={text.uniqueHint}
        value={column.isUnique}
        problem={undefined}
      />
      <PathSelect
        form={form}
        path={`${path}.identity`}
        label={text.identity}
        hint={text.identityHint}
        value={column.identity}
        choices={IDENTITIES}
        disabled={value.kind === 'generated'}
        problem={problems[`${path}.identity`]}
      />
      <GenerationField panel={panel} column={column} index={index} />
      <PathText
        form={form}
        path={`${path}.check`}
        label={text.check}
        hint={text.checkHint}
        value={column.check}
        isCode
        problem={problems[`${path}.check`]}
      />
      <PathText
        form={form}
        path={`${path}.comment`}
        label={text.comment}
        value={column.comment}
        problem={problems[`${path}.comment`]}
      />
    </div>
  )
}

/** Values that are computed: by the expression of a new column, or until they are no longer. */
function GenerationField({ panel, column, index }: PartProps) {
  const { form } = panel
  const problems = useStore(panel.$problems)
  const path = `columns.${index}` as const
  const generation = panel.generationOf(column)
  switch (generation.kind) {
    case 'none':
      return null
    case 'expression':
      return (
        <PathText
          form={form}
          path={`${path}.generated`}
          label={text.computedFrom}
          hint={text.computedFromHint}
          value={column.generated ?? ''}
          isCode
          problem={problems[`${path}.generated`]}
        />
      )
    case 'switch':
      return (
        <PathSwitch
          form={form}
          path={`${path}.stopsComputing`}
          label={text.stopComputing}
          hint={generation.hint}
          value={column.stopsComputing}
          disabled={generation.disabled}
          problem={problems[`${path}.generated`]}
        />
      )
  }
}
