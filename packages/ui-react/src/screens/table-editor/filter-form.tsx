/** A filter chosen by the mouse: a column, an operator, a value. */
import type { FilterForm as Form, TableGridScreen } from '@basedeck/core'
import { FILTER_OPERATORS, IS_VALUES, type FilterOperator } from '@basedeck/core/rules'
import { tableText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ListFilter } from 'lucide-react'
import { Button } from '../../elements/button.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { Popover } from '../../elements/popover.js'
import { Select } from '../../elements/select.js'
import styles from './filter-form.module.css'

const OPERATORS = Object.keys(FILTER_OPERATORS) as FilterOperator[]

export function FilterForm({ screen }: { screen: TableGridScreen }) {
  const form = useStore(screen.$filterForm)
  return (
    <Popover
      label={text.addFilter}
      align="start"
      trigger={
        <IconButton
          label={text.addFilter}
          icon={<Icon of={ListFilter} size={14} />}
          className={styles['open']}
        />
      }
      control={{
        open: form !== null,
        onOpenChange: (isOpen) => (isOpen ? screen.openFilterForm() : screen.closeFilterForm()),
      }}
    >
      {form && <Fields form={form} screen={screen} />}
    </Popover>
  )
}

function Fields({ form, screen }: { form: Form; screen: TableGridScreen }) {
  const { column, operator, value, columns, canApply } = form
  const change = screen.changeFilterForm
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        screen.applyFilterForm()
      }}
    >
      <Select
        label={text.filterColumn}
        value={column}
        choices={columns.map((name) => ({ value: name, label: name }))}
        onChoose={(name) => change({ column: name })}
      />
      <Select
        label={text.filterOperator}
        value={operator}
        choices={OPERATORS.map((one) => ({ value: one, label: text.operators[one] }))}
        onChoose={(one) => change({ operator: one as FilterOperator })}
      />
      {operator === 'is' ? (
        <Select
          label={text.filterValue}
          value={value}
          choices={IS_VALUES.map((one) => ({ value: one, label: one }))}
          onChoose={(one) => change({ value: one })}
        />
      ) : (
        <input
          aria-label={text.filterValue}
          className={styles['value']}
          placeholder={hintOf(operator)}
          value={value}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          onChange={(event) => change({ value: event.target.value })}
        />
      )}
      <Button type="submit" kind="primary" disabled={!canApply}>
        {text.applyFilter}
      </Button>
    </form>
  )
}

function hintOf(operator: FilterOperator): string {
  if (operator === 'in') return text.filterListHint
  return operator === 'like' || operator === 'ilike' ? text.filterPatternHint : text.filterValue
}
