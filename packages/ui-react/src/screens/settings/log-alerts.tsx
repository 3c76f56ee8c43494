/** Alerts on the lines of a project's logs, on the page of log drains. */
import type { LogAlertEventRow, LogAlertRow, LogAlertsPart } from '@basedeck/core'
import { logAlertsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { ActionMenu } from '../../elements/action-menu.js'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { CheckListField } from '../../elements/check-list-field.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { Name } from '../../elements/name.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { Section } from '../../elements/section.js'
import { SelectField } from '../../elements/select-field.js'
import { TextField } from '../../elements/text-field.js'
import { Time } from '../../elements/time.js'
import { useSortHeadings } from '../../elements/use-sort-headings.js'
import styles from './log-drains.module.css'

export function LogAlerts({ part }: { part: LogAlertsPart }) {
  const add = (
    <ControlButton controlState={useStore(part.$mayChange)} onClick={part.add}>
      {text.add}
    </ControlButton>
  )
  return (
    <>
      <Section title={text.list} description={text.lead} actions={add} isFlush>
        <DataList
          label={text.list}
          state={useStore(part.alerts.$rows)}
          columns={useColumns(part)}
          keyOf={({ id }) => id}
          empty={{ title: text.none, body: text.noneBody }}
        />
      </Section>
      <History part={part} />
      <AlertForm part={part} />
      <Confirm
        question={part.deletion}
        title={({ name }) => text.deleteTitle(name)}
        confirmLabel={text.delete}
      >
        {text.deleteBody}
      </Confirm>
    </>
  )
}

function useColumns(part: LogAlertsPart): DataListColumn<LogAlertRow>[] {
  const heading = useSortHeadings(part.alerts.sorting)
  const { columns } = text
  return [
    {
      ...heading('name', columns.name),
      isRowHeader: true,
      cell: ({ name, query, problem }) => (
        <span className={styles['stack']}>
          <Name>{name}</Name>
          <small>{query}</small>
          {problem !== null && <small>{problem}</small>}
        </span>
      ),
    },
    { key: 'condition', label: columns.condition, cell: ({ condition }) => condition },
    {
      key: 'state',
      label: columns.state,
      isNarrow: true,
      cell: ({ state }) => <Badge tone={state.tone}>{state.label}</Badge>,
    },
    { key: 'value', label: columns.value, isNarrow: true, align: 'end', cell: ({ value }) => value },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      isNarrow: true,
      align: 'end',
      cell: (row) => (
        <span className={styles['actions']}>
          <Button
            kind="ghost"
            aria-label={text.showHistoryOf(row.name)}
            onClick={() => part.showHistory(row)}
          >
            {text.showHistory}
          </Button>
          <RowMenuButton label={text.actionsOf(row.name)} actions={() => part.actions(row)} />
        </span>
      ),
    },
  ]
}

const EVENT_COLUMNS: DataListColumn<LogAlertEventRow>[] = [
  {
    key: 'fired',
    label: text.historyColumns.fired,
    isRowHeader: true,
    cell: ({ firedAt }) => <Time at={firedAt} />,
  },
  {
    key: 'ended',
    label: text.historyColumns.ended,
    cell: ({ endedAt }) => (endedAt === null ? text.stillFires : <Time at={endedAt} />),
  },
  { key: 'value', label: text.historyColumns.value, cell: ({ value }) => value },
  { key: 'why', label: text.historyColumns.why, cell: ({ why }) => why },
]

function History({ part }: { part: LogAlertsPart }) {
  const shown = useStore(part.$shown)
  const events = useStore(part.$events)
  if (shown === null) return null
  return (
    <Section
      title={text.history(shown.name)}
      actions={<Button onClick={part.closeHistory}>{text.closeHistory}</Button>}
      isFlush
    >
      <DataList
        label={text.history(shown.name)}
        state={events}
        columns={EVENT_COLUMNS}
        keyOf={({ id }) => id}
        empty={{ title: text.noHistory, body: text.noHistoryBody }}
      />
    </Section>
  )
}

function AlertForm({ part }: { part: LogAlertsPart }) {
  const { form, choices } = part
  const editing = useStore(part.$editing)
  const last = useLast(editing)
  const { roles, kind } = useStore(form.$values)
  const saved = useStore(part.$savedQueries)
  const unit = useStore(part.$unit)
  const isNew = last?.type !== 'known'
  return (
    <FormDialog
      open={editing !== null}
      title={isNew ? text.addTitle : text.editTitle(last.alert.name)}
      form={form}
      submitLabel={isNew ? text.addSubmit : text.editSubmit}
      sendingLabel={isNew ? text.adding : text.editing}
      onClose={part.closeForm}
    >
      <TextField form={form} name="name" label={text.name} takesFocus />
      {isNew && <SelectField form={form} name="kind" label={text.kind} choices={choices.kinds} />}
      {kind === 'lines' && (
        <TextField form={form} name="query" label={text.query} hint={text.queryHint} isCode isOptional />
      )}
      {kind === 'sql' && (
        <>
          {saved.length > 0 && (
            <ActionMenu
              trigger={<Button>{text.takeSaved}</Button>}
              groups={[
                {
                  items: saved.map(({ id, name }) => ({
                    label: name,
                    onChoose: () => part.takeSavedQuery(id),
                  })),
                },
              ]}
            />
          )}
          <TextField form={form} name="sql" label={text.sql} hint={text.sqlHint} isCode rows={5} />
        </>
      )}
      {kind === 'figure' && (
        <SelectField form={form} name="figure" label={text.figure} choices={choices.figures} />
      )}
      <SelectField form={form} name="comparison" label={text.comparison} choices={choices.comparisons} />
      <TextField
        form={form}
        name="limit"
        label={unit === null ? text.limit : text.limitIn(unit)}
        inputMode="decimal"
      />
      <TextField form={form} name="minutes" label={text.minutes} inputMode="numeric" />
      <TextField
        form={form}
        name="forMinutes"
        label={text.forMinutes}
        hint={text.forMinutesHint}
        inputMode="numeric"
      />
      <CheckListField
        label={text.roles}
        hint={text.rolesHint}
        values={roles}
        choices={choices.roles}
        onChoose={part.chooseRoles}
      />
      <TextField form={form} name="url" label={text.url} hint={text.urlHint} isOptional />
    </FormDialog>
  )
}
