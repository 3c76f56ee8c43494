/** Where the lines of a project's logs are sent, and how far. */
import type { LogDrainRow, LogDrainsScreen } from '@basedeck/core'
import { logDrainsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { CheckListField } from '../../elements/check-list-field.js'
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
import { LogAlerts } from './log-alerts.js'
import styles from './log-drains.module.css'

export function LogDrains({ screen }: { screen: LogDrainsScreen }) {
  const add = (
    <ControlButton kind="primary" controlState={useStore(screen.$mayChange)} onClick={screen.add}>
      {text.add}
    </ControlButton>
  )
  return (
    <Page title={screen.title} description={text.lead} width="list">
      <Gated gate={screen.gate}>
        <Section title={text.list} actions={add} isFlush>
          <DataList
            label={text.list}
            state={useStore(screen.drains.$rows)}
            columns={useColumns(screen)}
            keyOf={({ id }) => id}
            empty={{ title: text.none, body: text.noneBody }}
          />
        </Section>
        <LogAlerts part={screen.alerts} />
        <DrainForm screen={screen} />
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

function useColumns(screen: LogDrainsScreen): DataListColumn<LogDrainRow>[] {
  const heading = useSortHeadings(screen.drains.sorting)
  const { columns } = text
  return [
    {
      ...heading('name', columns.name),
      isRowHeader: true,
      cell: ({ name, problem }) => (
        <span className={styles['stack']}>
          <Name>{name}</Name>
          {problem !== null && <small>{problem}</small>}
        </span>
      ),
    },
    {
      ...heading('target', columns.target),
      cell: ({ type, target }) => (
        <span className={styles['stack']}>
          <span>{type}</span>
          <small>{target}</small>
        </span>
      ),
    },
    { key: 'sources', label: columns.sources, cell: ({ sources }) => sources },
    {
      key: 'state',
      label: columns.state,
      isNarrow: true,
      cell: ({ state }) => <Badge tone={state.tone}>{state.label}</Badge>,
    },
    {
      key: 'progress',
      label: columns.progress,
      cell: ({ progress: [sent, ...others] }) => (
        <span className={styles['stack']}>
          <span>{sent}</span>
          {others.map((words) => (
            <small key={words}>{words}</small>
          ))}
        </span>
      ),
    },
    {
      key: 'last',
      label: columns.last,
      isNarrow: true,
      cell: ({ lastSentAt }) => (lastSentAt === null ? text.never : <Time at={lastSentAt} />),
    },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      isNarrow: true,
      align: 'end',
      cell: (row) => <RowMenuButton label={text.actionsOf(row.name)} actions={() => screen.actions(row)} />,
    },
  ]
}

function DrainForm({ screen }: { screen: LogDrainsScreen }) {
  const { form, choices } = screen
  const editing = useStore(screen.$editing)
  const last = useLast(editing)
  const { type, sources, hasSecretKey } = useStore(form.$values)
  const isNew = last?.type !== 'known'
  return (
    <FormDialog
      open={editing !== null}
      title={isNew ? text.addTitle : text.editTitle(last.drain.name)}
      form={form}
      submitLabel={isNew ? text.addSubmit : text.editSubmit}
      sendingLabel={isNew ? text.adding : text.editing}
      isSecret
      onClose={screen.closeForm}
    >
      <TextField form={form} name="name" label={text.name} takesFocus />
      <SelectField form={form} name="type" label={text.type} choices={choices.types} />
      {type === 's3' ? (
        <>
          <TextField form={form} name="endpoint" label={text.endpoint} hint={text.endpointHint} />
          <TextField form={form} name="bucket" label={text.bucket} />
          <TextField form={form} name="prefix" label={text.prefix} isOptional />
          <TextField form={form} name="region" label={text.region} />
          <SelectField form={form} name="style" label={text.style} choices={choices.styles} />
          <TextField form={form} name="accessKey" label={text.accessKey} />
          <TextField
            form={form}
            name="secretKey"
            label={text.secretKey}
            hint={hasSecretKey ? text.secretKeyKept : text.secretKeyHint}
            type="password"
            autoComplete="off"
          />
        </>
      ) : (
        <>
          <TextField form={form} name="url" label={text.url} hint={text.urlHints[type]} />
          <TextField
            form={form}
            name="headers"
            label={text.headers}
            hint={text.headersHint}
            rows={3}
            isCode
            isOptional
          />
          <SwitchField form={form} name="gzip" label={text.gzip} />
        </>
      )}
      <CheckListField
        label={text.sources}
        hint={text.sourcesHint}
        values={sources}
        choices={choices.sources}
        onChoose={screen.chooseSources}
      />
    </FormDialog>
  )
}
