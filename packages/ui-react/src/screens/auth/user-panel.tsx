/** The panel of one user, and the questions about them. */
import type { Form as FormModel, MetadataValues, UserPanel, UsersScreen, WholeUser } from '@basedeck/core'
import type { BanLength } from '@basedeck/core/rules'
import { shellText, usersText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Button } from '../../elements/button.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { FactList } from '../../elements/fact-list.js'
import { Form } from '../../elements/form.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Select } from '../../elements/select.js'
import { SidePanel } from '../../elements/side-panel.js'
import { Skeleton } from '../../elements/skeleton.js'
import { Switch } from '../../elements/switch.js'
import { TextField } from '../../elements/text-field.js'
import { ApiToken, Parts, Removal } from './user-parts.js'
import styles from './users.module.css'

const text = usersText.panel
/** Rows of one table are counted up to this number. */
const REFERRING_MAX = 10_000

export function OpenedUser({ screen }: { screen: UsersScreen }) {
  const panel = useStore(screen.$panel)
  const last = useLast(panel)
  return last && <Panel key={last.id} panel={last} isOpen={panel !== null} onClose={screen.close} />
}

function Panel({ panel, isOpen, onClose }: { panel: UserPanel; isOpen: boolean; onClose(): void }) {
  return (
    <>
      <SidePanel
        open={isOpen}
        title={useStore(panel.$title)}
        closeLabel={usersText.close}
        isWide
        onClose={onClose}
      >
        <Content panel={panel} />
      </SidePanel>
      <Confirm
        question={panel.ban}
        title={({ name }) => usersText.ban.title(name)}
        confirmLabel={usersText.ban.confirm}
      >
        <p>{usersText.ban.body}</p>
        <Select
          label={usersText.ban.length}
          value={useStore(panel.$banLength)}
          choices={panel.banLengths}
          onChoose={(value) => panel.chooseBan(value as BanLength)}
        />
      </Confirm>
      <Deletion panel={panel} />
      <Removal parts={panel.parts} />
    </>
  )
}

function Content({ panel }: { panel: UserPanel }) {
  const user = useStore(panel.$user)
  if (user.status === 'loading') return <Skeleton label={shellText.loading} lines={10} />
  if (user.status === 'failed')
    return <LoadFailure title={text.failed} message={user.error.message} onRetry={user.retry} />
  if (user.data === null) return <p role="alert">{usersText.gone}</p>
  return (
    <div className={styles['panel']}>
      <div role="group" aria-label={text.actions} className={styles['actions']}>
        <Actions panel={panel} />
      </div>
      <ApiToken token={panel.token} />
      <Facts user={user.data} />
      <Parts panel={panel} />
      <References user={user.data} />
      <Metadata
        panel={panel}
        form={panel.userMetadata}
        label={text.userMetadata}
        hint={text.userMetadataHint}
      />
      <Metadata panel={panel} form={panel.appMetadata} label={text.appMetadata} hint={text.appMetadataHint} />
    </div>
  )
}

function Actions({ panel }: { panel: UserPanel }) {
  return useStore(panel.$actions).map(({ id, label, hint, isDangerous, run }) => (
    <ControlButton
      key={id}
      kind={isDangerous ? 'danger' : 'default'}
      controlState={hint === undefined ? { disabled: false } : { disabled: true, hint }}
      onClick={run}
    >
      {label}
    </ControlButton>
  ))
}

function Facts({ user }: { user: WholeUser }) {
  const facts = Object.entries(user.facts).flatMap(([key, value]) =>
    value === null || value === ''
      ? []
      : [{ key, label: key, value: <span className={styles['value']}>{String(value)}</span> }],
  )
  return (
    <section aria-label={text.facts}>
      <h3>{text.facts}</h3>
      <FactList facts={facts} />
    </section>
  )
}

function References({ user }: { user: WholeUser }) {
  return (
    <section aria-label={text.references}>
      <h3>{text.references}</h3>
      {user.references.length === 0 ? (
        <p className={styles['quiet']}>{text.noReferences}</p>
      ) : (
        <ReferenceList references={user.references} />
      )}
    </section>
  )
}

function ReferenceList({ references }: { references: WholeUser['references'] }) {
  return (
    <ul className={styles['references']}>
      {references.map(({ schema, table, columns, count, onDelete }) => (
        <li key={`${schema}.${table}.${columns.join()}`}>
          <bdi>{text.reference(`${schema}.${table}`, columns.join(', '))}</bdi>
          <span>{text.referring(count, REFERRING_MAX)}</span>
          <span className={styles['quiet']}>{text.onDelete(onDelete)}</span>
        </li>
      ))}
    </ul>
  )
}

function Metadata({
  panel,
  form,
  label,
  hint,
}: {
  panel: UserPanel
  form: FormModel<MetadataValues>
  label: string
  hint: string
}) {
  const { disabled } = useStore(panel.$mayChange)
  const isChanged = useStore(form.$isChanged)
  return (
    <div className={styles['metadata']}>
      <Form
        form={form}
        label={label}
        submitLabel={text.save}
        sendingLabel={text.saving}
        isEdit
        buttons={isChanged && <Button onClick={form.reset}>{text.reset}</Button>}
      >
        <TextField form={form} name="json" label={label} hint={hint} rows={6} isCode disabled={disabled} />
      </Form>
    </div>
  )
}

function Deletion({ panel }: { panel: UserPanel }) {
  const state = useStore(panel.deletion.$state)
  const isSoft = useStore(panel.$isSoft)
  const last = useLast(state.status === 'open' ? state : null)
  const found = (last?.subject.references ?? []).filter(({ count }) => count !== 0)
  const isRefused = found.some(({ onDelete }) => onDelete === 'no action' || onDelete === 'restrict')
  return (
    <Confirm
      question={panel.deletion}
      title={({ name }) => usersText.deletion.title(name)}
      confirmLabel={usersText.deletion.confirm}
    >
      <p>{found.length === 0 ? usersText.deletion.nothing : usersText.deletion.body}</p>
      {found.length > 0 && <ReferenceList references={found} />}
      {isRefused && !isSoft && <p>{usersText.deletion.refused}</p>}
      <Switch
        label={usersText.deletion.soft}
        hint={usersText.deletion.softHint}
        isOn={isSoft}
        onChange={panel.setSoft}
      />
    </Confirm>
  )
}
