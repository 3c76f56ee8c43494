/** Schedules, and how their runs went. */
import type { RunRow, ScheduleRow, SchedulesScreen } from '@basedeck/core'
import { schedulesText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { Name } from '../../elements/name.js'
import { Page } from '../../elements/page.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { Section } from '../../elements/section.js'
import { SelectField } from '../../elements/select-field.js'
import { TextField } from '../../elements/text-field.js'
import { Time } from '../../elements/time.js'
import { useSortHeadings } from '../../elements/use-sort-headings.js'
import { Gated } from '../parts/gated.js'
import styles from './vault.module.css'

export function Schedules({ screen }: { screen: SchedulesScreen }) {
  return (
    <Page title={screen.title} description={text.lead} width="list">
      <Gated gate={screen.gate}>
        <List screen={screen} />
        <Runs screen={screen} />
        <ScheduleForm screen={screen} />
        <ZoneForm screen={screen} />
        <Confirm
          question={screen.deletion}
          title={({ name }) => text.deleteTitle(name)}
          confirmLabel={text.delete}
        >
          {text.deleteBody}
        </Confirm>
      </Gated>
    </Page>
  )
}

function List({ screen }: { screen: SchedulesScreen }) {
  const zone = useStore(screen.$timeZone)
  const mayChange = useStore(screen.$mayChange)
  const actions = (
    <span className={styles['buttons']}>
      <ControlButton controlState={mayChange} onClick={screen.changeZone}>
        {text.changeZone}
      </ControlButton>
      <ControlButton kind="primary" controlState={mayChange} onClick={screen.add}>
        {text.add}
      </ControlButton>
    </span>
  )
  return (
    <Section
      title={text.list}
      {...(zone === null ? {} : { description: text.listBody(zone) })}
      actions={actions}
      isFlush
    >
      <DataList
        label={text.list}
        state={useStore(screen.schedules.$rows)}
        columns={useColumns(screen)}
        keyOf={({ id }) => id}
        empty={{ title: text.none, body: text.noneBody }}
      />
    </Section>
  )
}

function useColumns(screen: SchedulesScreen): DataListColumn<ScheduleRow>[] {
  const heading = useSortHeadings(screen.schedules.sorting)
  const { columns } = text
  return [
    {
      ...heading('name', columns.name),
      isRowHeader: true,
      cell: ({ name, task }) => (
        <span className={styles['name']}>
          <Name>{name}</Name>
          <small>{task}</small>
        </span>
      ),
    },
    {
      key: 'times',
      label: columns.times,
      cell: ({ times, expression }) => (
        <span className={styles['name']}>
          <span>{times}</span>
          <small>
            <code>{expression}</code>
          </small>
        </span>
      ),
    },
    {
      ...heading('next', columns.next),
      isNarrow: true,
      cell: ({ next }) => (next === null ? text.noNext : <Time at={next} />),
    },
    {
      key: 'last',
      label: columns.last,
      cell: ({ last, failures }) =>
        last === null ? (
          text.neverRan
        ) : (
          <span className={styles['name']}>
            <Badge tone={last.status.tone}>{last.status.label}</Badge>
            <small>{failures === '' ? <Time at={last.at} /> : failures}</small>
          </span>
        ),
    },
    {
      key: 'state',
      label: columns.state,
      isNarrow: true,
      cell: ({ state }) => <Badge tone={state.tone}>{state.label}</Badge>,
    },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      isNarrow: true,
      align: 'end',
      cell: (row) => (
        <span className={styles['two']}>
          <Button kind="ghost" aria-label={text.showRunsOf(row.name)} onClick={() => screen.showRuns(row)}>
            {text.showRuns}
          </Button>
          <RowMenuButton label={text.actionsOf(row.name)} actions={() => screen.actions(row)} />
        </span>
      ),
    },
  ]
}

function Runs({ screen }: { screen: SchedulesScreen }) {
  const shown = useStore(screen.$shown)
  const rows = useStore(screen.$runs)
  if (shown === null) return null
  return (
    <Section
      title={text.runs(shown.name)}
      description={text.runsBody}
      actions={<Button onClick={screen.closeRuns}>{text.closeRuns}</Button>}
      isFlush
    >
      <DataList
        label={text.runs(shown.name)}
        state={rows}
        columns={RUN_COLUMNS}
        keyOf={({ id }) => id}
        empty={{ title: text.noRuns, body: text.noRunsBody }}
      />
    </Section>
  )
}

const { runColumns } = text
const RUN_COLUMNS: DataListColumn<RunRow>[] = [
  {
    key: 'due',
    label: runColumns.due,
    isRowHeader: true,
    isNarrow: true,
    cell: ({ due }) => <Time at={due} />,
  },
  {
    key: 'status',
    label: runColumns.status,
    isNarrow: true,
    cell: ({ status }) => <Badge tone={status.tone}>{status.label}</Badge>,
  },
  { key: 'cause', label: runColumns.cause, cell: ({ cause }) => cause },
  { key: 'took', label: runColumns.took, isNarrow: true, cell: ({ took }) => took },
  {
    key: 'result',
    label: runColumns.result,
    cell: ({ result, answer }) => (
      <span className={styles['name']}>
        <span>{result}</span>
        {answer !== '' && <small>{answer}</small>}
      </span>
    ),
  },
]

const KINDS = (['sql', 'function', 'http'] as const).map((value) => ({ value, label: text.kinds[value] }))

function ScheduleForm({ screen }: { screen: SchedulesScreen }) {
  const { form } = screen
  const editing = useStore(screen.$editing)
  const last = useLast(editing)
  const { kind, method } = useStore(form.$values)
  const functions = useStore(screen.$functions)
  const isNew = last?.type !== 'known'
  return (
    <FormDialog
      open={editing !== null}
      title={isNew ? text.addTitle : text.editTitle(last.schedule.name)}
      form={form}
      submitLabel={isNew ? text.addSubmit : text.editSubmit}
      sendingLabel={isNew ? text.adding : text.editing}
      isSecret
      onClose={screen.closeForm}
    >
      <TextField form={form} name="name" label={text.name} takesFocus />
      <TextField form={form} name="expression" label={text.expression} hint={text.expressionHint} isCode />
      <Preview screen={screen} />
      <SelectField form={form} name="kind" label={text.kind} choices={KINDS} />
      {kind === 'sql' && (
        <TextField form={form} name="sql" label={text.sql} hint={text.sqlHint} rows={6} isCode />
      )}
      {kind === 'function' && (
        <>
          <SelectField
            form={form}
            name="slug"
            label={text.function}
            hint={text.functionHint}
            choices={functions}
          />
          <SelectField form={form} name="method" label={text.method} choices={screen.methods} />
        </>
      )}
      {kind === 'http' && <TextField form={form} name="url" label={text.url} hint={text.urlHint} />}
      {(kind === 'http' || (kind === 'function' && method !== 'GET' && method !== 'DELETE')) && (
        <TextField
          form={form}
          name="body"
          label={text.body}
          hint={text.bodyHint}
          rows={3}
          isCode
          isOptional
        />
      )}
      {kind !== 'sql' && (
        <TextField
          form={form}
          name="headers"
          label={text.headers}
          hint={text.headersHint}
          rows={2}
          isCode
          isOptional
        />
      )}
      <TextField form={form} name="seconds" label={text.seconds} hint={text.secondsHint} />
    </FormDialog>
  )
}

function Preview({ screen: { form, $preview } }: { screen: SchedulesScreen }) {
  return (
    <div className={styles['found']}>
      <div role="group" aria-label={text.presets} className={styles['presets']}>
        {text.presetList.map(({ expression, label }) => (
          <Button key={expression} kind="ghost" onClick={() => form.set('expression', expression)}>
            {label}
          </Button>
        ))}
      </div>
      <p role="status">{useStore($preview)}</p>
    </div>
  )
}

function ZoneForm({ screen }: { screen: SchedulesScreen }) {
  return (
    <FormDialog
      open={useStore(screen.$isZoneOpen)}
      title={text.zoneTitle}
      form={screen.zoneForm}
      submitLabel={text.zoneSubmit}
      sendingLabel={text.zoneSaving}
      onClose={screen.closeZone}
    >
      <SelectField
        form={screen.zoneForm}
        name="zone"
        label={text.zone}
        hint={text.zoneHint}
        choices={useStore(screen.$zones)}
      />
    </FormDialog>
  )
}
