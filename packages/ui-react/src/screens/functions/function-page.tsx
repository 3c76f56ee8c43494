/** One function: its code, a call of it, its versions, its log and its settings. */
import type { FunctionLogRow, FunctionScreen, FunctionView } from '@basedeck/core'
import { exactTime, functionsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge, type BadgeTone } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { ConfirmByName } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { CopyTextButton } from '../../elements/copy-text-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { Form } from '../../elements/form.js'
import { Page } from '../../elements/page.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { Section } from '../../elements/section.js'
import { SwitchField } from '../../elements/switch-field.js'
import { Tabs } from '../../elements/tabs.js'
import { TextField } from '../../elements/text-field.js'
import { Gated } from '../parts/gated.js'
import { FunctionCode } from './function-code.js'
import { FunctionTry } from './function-try.js'
import { FunctionVersions } from './function-versions.js'
import styles from './functions.module.css'

const TABS = (['code', 'try', 'versions', 'logs', 'settings'] as const).map((key) => ({
  key,
  label: text.views[key],
}))
const LEVELS: Readonly<Record<FunctionLogRow['level'], BadgeTone>> = {
  debug: 'quiet',
  info: 'quiet',
  warn: 'accent',
  error: 'bad',
}

export function FunctionPage({ screen }: { screen: FunctionScreen }) {
  const view = useStore(screen.$view)
  const address = useStore(screen.$address)
  return (
    <Page
      title={useStore(screen.$name)}
      description={
        <span className={styles['address']}>
          <code>{address}</code>
          <CopyTextButton label={text.list.copy} onCopy={screen.copyAddress} />
        </span>
      }
      width="list"
    >
      <Gated gate={screen.gate}>
        <Tabs
          isOfPage
          label={text.views.label}
          tabs={TABS}
          active={view}
          onOpen={(key) => screen.show(key as FunctionView)}
        >
          <div className={styles['view']}>
            {view === 'code' && <CodeView screen={screen} />}
            {view === 'try' && <FunctionTry attempt={screen.attempt} />}
            {view === 'versions' && <FunctionVersions versions={screen.versions} />}
            {view === 'logs' && <Logs screen={screen} />}
            {view === 'settings' && <Settings screen={screen} />}
          </div>
        </Tabs>
      </Gated>
    </Page>
  )
}

function CodeView({ screen }: { screen: FunctionScreen }) {
  const { code } = screen
  const mayChange = useStore(screen.$mayChange)
  const newer = useStore(screen.$newer)
  const isChanged = useStore(code.form.$isChanged)
  const isSending = useStore(code.form.$state).status === 'sending'
  const deploy = () => {
    if (!mayChange.disabled) void code.form.submit()
  }
  return (
    <RemoteContent state={useStore(screen.$hasCode)}>
      {() => (
        <FunctionCode
          code={code}
          isReadOnly={mayChange.disabled}
          deploy={deploy}
          actions={
            <>
              <p role="status" className={styles['status']}>
                {newer !== null && isChanged
                  ? text.code.newer(newer)
                  : isChanged
                    ? text.code.changed
                    : text.code.unchanged}
              </p>
              {isChanged && <Button onClick={code.form.reset}>{text.code.discard}</Button>}
              <ControlButton
                kind="primary"
                controlState={mayChange}
                aria-disabled={isSending}
                onClick={deploy}
              >
                {isSending ? text.code.deploying : text.code.deploy}
              </ControlButton>
            </>
          }
        />
      )}
    </RemoteContent>
  )
}

const { columns } = text.logs
const LOG_COLUMNS: readonly DataListColumn<FunctionLogRow>[] = [
  {
    key: 'time',
    label: columns.time,
    isRowHeader: true,
    isNarrow: true,
    cell: ({ time }) => <time dateTime={time}>{exactTime(Date.parse(time))}</time>,
  },
  {
    key: 'level',
    label: columns.level,
    isNarrow: true,
    cell: ({ level }) => <Badge tone={LEVELS[level]}>{level}</Badge>,
  },
  { key: 'status', label: columns.status, isNarrow: true, align: 'end', cell: ({ status }) => status },
  { key: 'ms', label: columns.ms, isNarrow: true, align: 'end', cell: ({ took }) => took },
  { key: 'message', label: columns.message, cell: ({ message }) => <code>{message}</code> },
]

function Logs({ screen }: { screen: FunctionScreen }) {
  const logs = useStore(screen.$logs)
  return (
    <Section title={text.logs.title} description={text.logs.live} isFlush>
      <RemoteContent state={logs ?? { status: 'loading' }}>
        {({ rows, isKept }) => (
          <DataList
            label={text.logs.title}
            state={{ status: 'ready', data: rows }}
            columns={LOG_COLUMNS}
            keyOf={({ id }) => id}
            empty={
              isKept ? { title: text.logs.none, body: text.logs.noneBody } : { title: text.logs.missing }
            }
          />
        )}
      </RemoteContent>
    </Section>
  )
}

function Settings({ screen }: { screen: FunctionScreen }) {
  const { settings: form } = screen
  const mayChange = useStore(screen.$mayChange)
  const isChanged = useStore(form.$isChanged)
  const name = useStore(screen.$name)
  const { disabled, hint } = mayChange
  return (
    <>
      <Section title={text.settings.title} isFlush>
        <Form
          form={form}
          label={text.settings.title}
          submitLabel={text.settings.save}
          sendingLabel={text.settings.saving}
          isEdit
          note={hint}
          buttons={isChanged && <Button onClick={form.reset}>{text.settings.undo}</Button>}
        >
          <TextField
            form={form}
            name="name"
            label={text.settings.name}
            hint={text.settings.nameHint}
            disabled={disabled}
          />
          <SwitchField
            form={form}
            name="verify_jwt"
            label={text.settings.verify}
            hint={text.settings.verifyHint}
            disabled={disabled}
          />
          <TextField
            form={form}
            name="timeout_seconds"
            label={text.settings.timeout}
            inputMode="numeric"
            disabled={disabled}
          />
          <TextField
            form={form}
            name="memory_mb"
            label={text.settings.memory}
            inputMode="numeric"
            disabled={disabled}
          />
        </Form>
      </Section>
      <Section
        title={text.settings.danger}
        description={text.list.deleteBody}
        tone="danger"
        footer={
          <ControlButton kind="danger" controlState={mayChange} onClick={() => screen.deletion.ask({ name })}>
            {text.list.delete}
          </ControlButton>
        }
      />
      <ConfirmByName
        question={screen.deletion}
        title={text.list.deleteTitle}
        confirmLabel={text.list.deleteConfirm}
        busyLabel={text.list.deleting}
      >
        {text.list.deleteBody}
      </ConfirmByName>
    </>
  )
}
