/** The databases of a project: a map, the list, and what is done with a replica. */
import type { DatabaseEntry, InfrastructureScreen } from '@basedeck/core'
import { replicasText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Badge, type BadgeTone } from '../../elements/badge.js'
import { Confirm, ConfirmByName } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { Button } from '../../elements/button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Form } from '../../elements/form.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { Meter } from '../../elements/meter.js'
import { Page } from '../../elements/page.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { Section } from '../../elements/section.js'
import { SelectField } from '../../elements/select-field.js'
import { Sparkline } from '../../elements/sparkline.js'
import { SwitchField } from '../../elements/switch-field.js'
import { TextField } from '../../elements/text-field.js'
import { Time } from '../../elements/time.js'
import { Gated } from '../parts/gated.js'
import { RegionMap } from './region-map.js'
import styles from './infrastructure.module.css'

const BADGES: Readonly<Record<DatabaseEntry['badge'], BadgeTone>> = {
  'coming-up': 'accent',
  'init-failed': 'bad',
  'going-down': 'quiet',
  restarting: 'accent',
  healthy: 'good',
  unhealthy: 'bad',
}

export function Infrastructure({ screen }: { screen: InfrastructureScreen }) {
  const unavailable = useStore(screen.$unavailable)
  const isOffered = useStore(screen.$isOffered)
  return (
    <Page title={screen.title} description={text.body} width="list">
      <Gated gate={screen.gate}>
        <RegionMap points={useStore(screen.$map)} />
        <p className={styles['note']}>{text.oneMachine}</p>
        <Databases screen={screen} isOffered={isOffered && unavailable === null} />
        {unavailable !== null && <EmptyState title={text.unavailable} body={unavailable} />}
        {unavailable === null && <Reads screen={screen} />}
        <Former screen={screen} />
        <Questions screen={screen} />
      </Gated>
    </Page>
  )
}

function Databases({ screen, isOffered }: { screen: InfrastructureScreen; isOffered: boolean }) {
  const mayChange = useStore(screen.$mayChange)
  const add = isOffered ? (
    <ControlButton kind="primary" controlState={mayChange} onClick={screen.openAdd}>
      {text.add}
    </ControlButton>
  ) : undefined
  return (
    <Section title={text.list} description={text.listBody} actions={add} isFlush>
      <DataList
        label={text.list}
        state={useStore(screen.$entries)}
        columns={columnsOf(screen)}
        keyOf={({ identifier }) => identifier}
        empty={{ title: text.none, body: text.noneBody }}
      />
    </Section>
  )
}

function columnsOf(screen: InfrastructureScreen): DataListColumn<DatabaseEntry>[] {
  const { columns } = text
  return [
    { key: 'name', label: columns.name, isRowHeader: true, cell: ({ label }) => label },
    { key: 'state', label: columns.state, cell: (entry) => <State entry={entry} /> },
    {
      key: 'lag',
      label: columns.lag,
      cell: ({ lag, lagLine, mostLag }) => (
        <div className={styles['lag']} title={mostLag ?? undefined}>
          <span>{lag}</span>
          {lagLine.length > 0 && <Sparkline points={lagLine} />}
        </div>
      ),
    },
    { key: 'address', label: columns.address, cell: ({ address }) => <code>{address}</code> },
    { key: 'made', label: columns.made, cell: ({ madeAt }) => <Time at={madeAt} /> },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      align: 'end',
      cell: (entry) =>
        entry.isReplica && (
          <RowMenuButton label={text.more(entry.label)} actions={() => screen.actions(entry)} />
        ),
    },
  ]
}

function State({ entry: { badge, problem, setup, label } }: { entry: DatabaseEntry }) {
  return (
    <div className={styles['state']}>
      <Badge tone={BADGES[badge]}>{text.badges[badge]}</Badge>
      {setup && (
        <>
          <span>{setup.step}</span>
          <Meter
            label={text.progress(label)}
            share={setup.percent / 100}
            text={text.percent(setup.percent)}
          />
          {setup.copied !== null && <span>{setup.copied}</span>}
          {setup.left !== null && <span>{setup.left}</span>}
        </>
      )}
      {problem}
    </div>
  )
}

function Reads({ screen }: { screen: InfrastructureScreen }) {
  const { disabled, hint } = useStore(screen.$mayChange)
  const form = screen.readsForm
  const isChanged = useStore(form.$isChanged)
  return (
    <Section title={text.reads} description={text.readsBody} isFlush>
      <Form
        form={form}
        label={text.reads}
        submitLabel={text.save}
        sendingLabel={text.saving}
        isEdit
        note={hint}
        buttons={isChanged && <Button onClick={form.reset}>{text.undo}</Button>}
      >
        <SwitchField form={form} name="enabled" label={text.readsEnabled} disabled={disabled} />
        <TextField
          form={form}
          name="max_lag_seconds"
          label={text.readsLag}
          hint={text.readsLagHint}
          inputMode="decimal"
          disabled={disabled}
        />
      </Form>
    </Section>
  )
}

function Former({ screen }: { screen: InfrastructureScreen }) {
  const former = useStore(screen.$former)
  const mayChange = useStore(screen.$mayChange)
  if (former.length === 0) return null
  return (
    <Section title={text.former} description={text.formerBody}>
      <ul className={styles['former']}>
        {former.map((one) => (
          <li key={one.id}>
            <Time at={one.at} />
            <ControlButton controlState={mayChange} onClick={() => screen.formerRemoval.ask(one)}>
              {text.formerDelete}
            </ControlButton>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Questions({ screen }: { screen: InfrastructureScreen }) {
  return (
    <>
      <FormDialog
        open={useStore(screen.$isAdding)}
        title={text.addTitle}
        remark={text.addBody}
        form={screen.addForm}
        submitLabel={text.add}
        sendingLabel={text.adding}
        onClose={screen.closeAdd}
      >
        <SelectField form={screen.addForm} name="region" label={text.region} choices={screen.regions} />
      </FormDialog>
      <Confirm
        question={screen.promotion}
        title={({ label }) => text.promoteTitle(label)}
        confirmLabel={text.promoteConfirm}
      >
        {text.promoteBody}
      </Confirm>
      <ConfirmByName
        question={screen.force}
        title={() => text.forceTitle}
        confirmLabel={text.forceConfirm}
        busyLabel={text.forcing}
      >
        {text.forceBody}
      </ConfirmByName>
      <RenewalQuestion renewal={screen.renewal} />
      <Confirm
        question={screen.removal}
        title={({ label }) => text.removeTitle(label)}
        confirmLabel={text.removeConfirm}
      >
        {text.removeBody}
      </Confirm>
      <Confirm
        question={screen.formerRemoval}
        title={({ at }) => text.formerTitle(at)}
        confirmLabel={text.formerDelete}
      >
        {text.formerQuestion}
      </Confirm>
    </>
  )
}

function RenewalQuestion({ renewal }: Pick<InfrastructureScreen, 'renewal'>) {
  const state = useStore(renewal.$state)
  const asked = useLast(state.status === 'open' ? state.subject : null)
  const isRestart = asked?.kind === 'restart'
  return (
    <Confirm
      question={renewal}
      title={({ kind, entry }) =>
        kind === 'restart' ? text.restartTitle(entry.label) : text.resyncTitle(entry.label)
      }
      confirmLabel={isRestart ? text.restart : text.resync}
    >
      {isRestart ? text.restartBody : text.resyncBody}
    </Confirm>
  )
}
