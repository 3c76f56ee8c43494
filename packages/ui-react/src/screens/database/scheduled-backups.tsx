/** When backups are made, and which there are. */
import type { BackupRow, ScheduledBackupsScreen } from '@basedeck/core'
import { backupsText as text, formText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge, type BadgeTone } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { Confirm } from '../../elements/confirm.js'
import { ConflictChoice } from '../../elements/conflict-choice.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { EmptyState } from '../../elements/empty-state.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { Form } from '../../elements/form.js'
import { Page } from '../../elements/page.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { Section } from '../../elements/section.js'
import { SelectField } from '../../elements/select-field.js'
import { SwitchField } from '../../elements/switch-field.js'
import { TextField } from '../../elements/text-field.js'
import { Time } from '../../elements/time.js'
import { Gated } from '../parts/gated.js'
import { SubjectLinks } from '../parts/subject-links.js'

const STATES: Readonly<Record<BackupRow['status'], BadgeTone>> = {
  completed: 'good',
  running: 'accent',
  failed: 'bad',
}
const PROOFS: Readonly<Record<BackupRow['proof']['tone'], BadgeTone>> = {
  none: 'quiet',
  good: 'good',
  bad: 'bad',
}
const NUMBERS = ['hour', 'keep_days', 'keep_weeks', 'keep_months'] as const

export function ScheduledBackups({ screen }: { screen: ScheduledBackupsScreen }) {
  const unavailable = useStore(screen.$unavailable)
  return (
    <Page
      title={screen.title}
      description={text.body}
      width="list"
      tabs={<SubjectLinks label={text.links} links={screen.links} />}
    >
      <Gated gate={screen.gate}>
        {unavailable === null ? (
          <>
            <BackupList screen={screen} />
            <Schedule screen={screen} />
          </>
        ) : (
          <EmptyState title={text.unavailable} body={unavailable} />
        )}
        <Questions screen={screen} />
      </Gated>
    </Page>
  )
}

function BackupList({ screen }: { screen: ScheduledBackupsScreen }) {
  const state = useStore(screen.$backups)
  const store = useStore(screen.$store)
  const create = (
    <ControlButton
      kind="primary"
      controlState={useStore(screen.$create)}
      onClick={() => void screen.create()}
    >
      {text.create}
    </ControlButton>
  )
  return (
    // The button stays where it is when the list is no longer empty, and keeps the focus.
    <Section
      title={text.list}
      description={[text.listBody, store?.note].filter(Boolean).join(' ')}
      actions={create}
      isFlush
    >
      {store?.problem != null && <ErrorAlert title={store.problem} />}
      <DataList
        label={text.list}
        state={state}
        columns={columnsOf(screen)}
        keyOf={({ id }) => id}
        empty={{ title: text.none, body: text.noneBody }}
      />
    </Section>
  )
}

function columnsOf(screen: ScheduledBackupsScreen): DataListColumn<BackupRow>[] {
  const { columns } = text
  return [
    { key: 'made', label: columns.made, isRowHeader: true, cell: ({ madeAt }) => <Time at={madeAt} /> },
    { key: 'kind', label: columns.kind, cell: ({ kind }) => kind },
    {
      key: 'state',
      label: columns.state,
      cell: ({ status, state, problem }) => (
        <>
          <Badge tone={STATES[status]}>{state}</Badge> {problem}
        </>
      ),
    },
    { key: 'size', label: columns.size, align: 'end', cell: ({ size }) => size },
    {
      key: 'proof',
      label: columns.proof,
      cell: ({ proof, status }) =>
        status === 'completed' && (
          <span title={proof.detail}>
            <Badge tone={PROOFS[proof.tone]}>{proof.label}</Badge>{' '}
            {proof.at !== null && <Time at={proof.at} />}
          </span>
        ),
    },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      align: 'end',
      cell: (row) => <RowMenuButton label={text.more(row.made)} actions={() => screen.actions(row)} />,
    },
  ]
}

function Schedule({ screen }: { screen: ScheduledBackupsScreen }) {
  const { disabled, hint } = useStore(screen.$mayChange)
  const { form } = screen.edit
  const isChanged = useStore(form.$isChanged)
  return (
    <Section title={text.schedule} description={text.scheduleBody} isFlush>
      <Form
        form={form}
        label={text.schedule}
        submitLabel={text.save}
        sendingLabel={text.saving}
        isEdit
        note={hint}
        buttons={isChanged && <Button onClick={form.reset}>{formText.cancel}</Button>}
      >
        <SelectField
          form={form}
          name="schedule"
          label={text.labels.schedule}
          choices={text.schedules}
          disabled={disabled}
        />
        {NUMBERS.map((name) => (
          <TextField
            key={name}
            form={form}
            name={name}
            label={text.labels[name]}
            hint={text.hints[name]}
            inputMode="numeric"
            disabled={disabled}
          />
        ))}
        <SwitchField
          form={form}
          name="proves_weekly"
          label={text.labels.proves_weekly}
          hint={text.hints.proves_weekly}
          disabled={disabled}
        />
        <ConflictChoice
          edit={screen.edit}
          labels={text.labels}
          valueLabel={(value) =>
            typeof value === 'boolean'
              ? text.onOff(value)
              : text.schedules.find((schedule) => schedule.value === value)?.label
          }
        />
      </Form>
    </Section>
  )
}

function Questions({ screen }: { screen: ScheduledBackupsScreen }) {
  return (
    <>
      <Confirm
        question={screen.restoration}
        title={({ made }) => text.restoreTitle(made)}
        confirmLabel={text.restoreConfirm}
      >
        {text.restoreBody}
      </Confirm>
      <Confirm
        question={screen.removal}
        title={({ made }) => text.removeTitle(made)}
        confirmLabel={text.removeConfirm}
      >
        {text.removeBody}
      </Confirm>
      <FormDialog
        open={useStore(screen.$copied) !== null}
        title={text.copyTitle}
        remark={text.copyBody}
        form={screen.copyForm}
        submitLabel={text.copySubmit}
        sendingLabel={text.copying}
        onClose={screen.closeCopy}
      >
        <TextField form={screen.copyForm} name="name" label={text.copyName} takesFocus />
      </FormDialog>
    </>
  )
}
