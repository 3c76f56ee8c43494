/** Webhooks of tables, and how their messages went. */
import type { DeliveryRow, WebhookRow, WebhooksScreen } from '@basedeck/core'
import { webhooksText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
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
import { SwitchField } from '../../elements/switch-field.js'
import { TextField } from '../../elements/text-field.js'
import { Time } from '../../elements/time.js'
import { useSortHeadings } from '../../elements/use-sort-headings.js'
import { useLast } from '../../bind/use-last.js'
import { Gated } from '../parts/gated.js'
import styles from './vault.module.css'

export function Webhooks({ screen }: { screen: WebhooksScreen }) {
  return (
    <Page title={screen.title} description={text.lead} width="list">
      <Gated gate={screen.gate}>
        <List screen={screen} />
        <Deliveries screen={screen} />
        <WebhookForm screen={screen} />
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

function List({ screen }: { screen: WebhooksScreen }) {
  const add = (
    <ControlButton kind="primary" controlState={useStore(screen.$mayChange)} onClick={screen.add}>
      {text.add}
    </ControlButton>
  )
  return (
    <Section title={text.list} actions={add} isFlush>
      <DataList
        label={text.list}
        state={useStore(screen.webhooks.$rows)}
        columns={useColumns(screen)}
        keyOf={({ id }) => id}
        empty={{ title: text.none, body: text.noneBody }}
      />
    </Section>
  )
}

function useColumns(screen: WebhooksScreen): DataListColumn<WebhookRow>[] {
  const heading = useSortHeadings(screen.webhooks.sorting)
  const { columns } = text
  return [
    {
      ...heading('name', columns.name),
      isRowHeader: true,
      cell: ({ name, problem }) => (
        <span className={styles['name']}>
          <Name>{name}</Name>
          {problem !== null && <small>{problem}</small>}
        </span>
      ),
    },
    { ...heading('table', columns.table), cell: ({ table }) => <Name>{table}</Name> },
    { key: 'events', label: columns.events, cell: ({ events }) => events },
    { ...heading('target', columns.target), cell: ({ target }) => <Name>{target}</Name> },
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
        <span className={styles['actions']}>
          <Button
            kind="ghost"
            aria-label={text.showDeliveriesOf(row.name)}
            onClick={() => screen.showDeliveries(row)}
          >
            {text.showDeliveries}
          </Button>
          <RowMenuButton label={text.actionsOf(row.name)} actions={() => screen.actions(row)} />
        </span>
      ),
    },
  ]
}

function Deliveries({ screen }: { screen: WebhooksScreen }) {
  const shown = useStore(screen.$shown)
  const rows = useStore(screen.$deliveries)
  const columns = useDeliveryColumns(screen)
  if (shown === null) return null
  return (
    <Section
      title={text.deliveries(shown.name)}
      description={text.deliveriesBody}
      actions={<Button onClick={screen.closeDeliveries}>{text.closeDeliveries}</Button>}
      isFlush
    >
      <DataList
        label={text.deliveries(shown.name)}
        state={rows}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{ title: text.noDeliveries, body: text.noDeliveriesBody }}
      />
    </Section>
  )
}

function useDeliveryColumns(screen: WebhooksScreen): DataListColumn<DeliveryRow>[] {
  const mayChange = useStore(screen.$mayChange)
  const { deliveryColumns: columns } = text
  return [
    { key: 'event', label: columns.event, isRowHeader: true, isNarrow: true, cell: ({ event }) => event },
    {
      key: 'status',
      label: columns.status,
      isNarrow: true,
      cell: ({ status }) => <Badge tone={status.tone}>{status.label}</Badge>,
    },
    { key: 'at', label: columns.at, isNarrow: true, cell: ({ at }) => <Time at={at} /> },
    {
      key: 'last',
      label: columns.last,
      cell: ({ last, answer }) => (
        <span className={styles['name']}>
          <span>{last}</span>
          {answer !== '' && <small>{answer}</small>}
        </span>
      ),
    },
    {
      key: 'next',
      label: columns.next,
      isNarrow: true,
      cell: ({ next }) => (next === null ? text.noNext : <Time at={next} />),
    },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      isNarrow: true,
      align: 'end',
      cell: (row) =>
        row.isDone && (
          <ControlButton
            kind="ghost"
            aria-label={text.sendAgainNamed(row.event)}
            controlState={mayChange}
            onClick={() => void screen.sendAgain(row)}
          >
            {text.sendAgain}
          </ControlButton>
        ),
    },
  ]
}

const KINDS = (['http', 'function'] as const).map((value) => ({ value, label: text.kinds[value] }))

function WebhookForm({ screen }: { screen: WebhooksScreen }) {
  const { form } = screen
  const editing = useStore(screen.$editing)
  const last = useLast(editing)
  const { kind } = useStore(form.$values)
  const tables = useStore(screen.$tables)
  const functions = useStore(screen.$functions)
  const isNew = last?.type !== 'known'
  return (
    <FormDialog
      open={editing !== null}
      title={isNew ? text.addTitle : text.editTitle(last.webhook.name)}
      form={form}
      submitLabel={isNew ? text.addSubmit : text.editSubmit}
      sendingLabel={isNew ? text.adding : text.editing}
      isSecret
      onClose={screen.closeForm}
    >
      <TextField form={form} name="name" label={text.name} takesFocus />
      <SelectField form={form} name="table" label={text.table} choices={tables} />
      <SwitchField form={form} name="inserts" label={text.insert} />
      <SwitchField form={form} name="updates" label={text.update} />
      <SwitchField form={form} name="deletes" label={text.remove} />
      <SelectField form={form} name="kind" label={text.kind} choices={KINDS} />
      {kind === 'http' ? (
        <TextField form={form} name="url" label={text.url} hint={text.urlHint} />
      ) : (
        <SelectField form={form} name="slug" label={text.function} choices={functions} />
      )}
      <TextField
        form={form}
        name="headers"
        label={text.headers}
        hint={text.headersHint}
        rows={3}
        isCode
        isOptional
      />
      <TextField form={form} name="seconds" label={text.seconds} hint={text.secondsHint} />
    </FormDialog>
  )
}
