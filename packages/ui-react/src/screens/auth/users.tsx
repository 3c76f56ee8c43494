/** The users of a project: search, filters, the list, and the panel of one. */
import type { ShownUser, UsersScreen } from '@basedeck/core'
import type { UserSearch } from '@basedeck/core/rules'
import { shellText, usersText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Mail, Plus } from 'lucide-react'
import { Badge, type BadgeTone } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { EmptyState } from '../../elements/empty-state.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { Icon } from '../../elements/icon.js'
import { ListEnd } from '../../elements/list-end.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Page } from '../../elements/page.js'
import { SearchField } from '../../elements/search-field.js'
import { Select } from '../../elements/select.js'
import { Skeleton } from '../../elements/skeleton.js'
import { SwitchField } from '../../elements/switch-field.js'
import { TextField } from '../../elements/text-field.js'
import { Time } from '../../elements/time.js'
import { Gated } from '../parts/gated.js'
import { OpenedUser } from './user-panel.js'
import styles from './users.module.css'

const TONES: Readonly<Record<ShownUser['state'], BadgeTone>> = {
  confirmed: 'good',
  unconfirmed: 'busy',
  banned: 'bad',
  anonymous: 'plain',
  deleted: 'quiet',
}

export function Users({ screen }: { screen: UsersScreen }) {
  const mayChange = useStore(screen.$mayChange)
  return (
    <Page
      title={screen.title}
      description={text.lead}
      width="list"
      actions={
        <>
          <Button onClick={() => void screen.export()}>{text.export}</Button>
          <ControlButton
            icon={<Icon of={Mail} size={14} />}
            controlState={mayChange}
            onClick={screen.invitation.open}
          >
            {text.invite}
          </ControlButton>
          <ControlButton
            kind="primary"
            icon={<Icon of={Plus} size={14} />}
            controlState={mayChange}
            onClick={screen.newUser.open}
          >
            {text.create}
          </ControlButton>
        </>
      }
    >
      <Gated gate={screen.gate}>
        <Toolbar screen={screen} />
        <div className={styles['card']}>
          <List screen={screen} />
        </div>
        <OpenedUser screen={screen} />
        <NewUser screen={screen} />
        <Invitation screen={screen} />
      </Gated>
    </Page>
  )
}

function Toolbar({ screen }: { screen: UsersScreen }) {
  const { by, provider, state } = useStore(screen.$request)
  return (
    <>
      <div className={styles['toolbar']}>
        <SearchField label={text.find} value={useStore(screen.$search)} onChange={screen.search} />
        <Select
          label={text.searchBy}
          value={by}
          choices={screen.searches}
          onChoose={(value) => screen.searchBy(value as UserSearch)}
        />
        <Select
          label={text.provider}
          value={provider}
          choices={screen.providers}
          onChoose={(value) => screen.filter({ provider: value })}
        />
        <Select
          label={text.state}
          value={state ?? ''}
          choices={screen.states}
          onChoose={(value) => screen.filter({ state: value })}
        />
        <output className={styles['count']}>{useStore(screen.$count)}</output>
      </div>
      {by === 'anywhere' && <p className={styles['quiet']}>{text.anywhereHint}</p>}
    </>
  )
}

function List({ screen }: { screen: UsersScreen }) {
  const view = useStore(screen.$view)
  if (view.status === 'loading')
    return (
      <div className={styles['pad']}>
        <Skeleton label={shellText.loading} lines={8} />
      </div>
    )
  if (view.status === 'failed')
    return <LoadFailure title={text.failed} message={view.message} onRetry={view.retry} />
  if (view.status === 'absent') return <EmptyState title={text.absent} body={text.absentBody} />
  if (view.status === 'empty')
    return view.isNarrowed ? (
      <EmptyState title={text.noneFound} body={text.noneFoundBody}>
        <Button onClick={screen.clear}>{text.clear}</Button>
      </EmptyState>
    ) : (
      <EmptyState title={text.none} body={text.noneBody} />
    )
  return (
    <div aria-busy={view.isOutdated} className={styles['rows']}>
      <DataList
        label={screen.title}
        state={{ status: 'ready', data: view.users }}
        keyOf={({ id }: ShownUser) => id}
        columns={columnsOf(screen)}
        empty={{ title: text.none }}
      />
      {view.hasMore && (
        <ListEnd
          label={text.loadMore}
          loadingLabel={text.loadingMore}
          isLoading={view.loadingMore}
          problem={view.problem}
          onMore={screen.loadMore}
        />
      )}
    </div>
  )
}

function columnsOf(screen: UsersScreen): DataListColumn<ShownUser>[] {
  return [
    {
      key: 'user',
      label: text.columns.user,
      isRowHeader: true,
      cell: ({ id, address }) => (
        <button
          type="button"
          className={styles['open']}
          aria-label={text.open(address)}
          onClick={() => screen.open(id)}
        >
          <bdi>{address}</bdi>
        </button>
      ),
    },
    { key: 'name', label: text.columns.name, cell: ({ name }) => name },
    { key: 'provider', label: text.columns.provider, isNarrow: true, cell: ({ provider }) => provider },
    {
      key: 'state',
      label: text.columns.state,
      isNarrow: true,
      cell: ({ state, stateLabel }) => <Badge tone={TONES[state]}>{stateLabel}</Badge>,
    },
    {
      key: 'createdAt',
      label: text.columns.createdAt,
      isNarrow: true,
      cell: ({ createdAt }) => createdAt && <Time at={createdAt} />,
    },
    {
      key: 'lastSignInAt',
      label: text.columns.lastSignInAt,
      isNarrow: true,
      cell: ({ lastSignInAt }) => (lastSignInAt ? <Time at={lastSignInAt} /> : text.never),
    },
    { key: 'id', label: text.columns.id, cell: ({ id }) => <code className={styles['id']}>{id}</code> },
  ]
}

function NewUser({ screen }: { screen: UsersScreen }) {
  const { $isOpen, form, close } = screen.newUser
  return (
    <FormDialog
      open={useStore($isOpen)}
      title={text.form.title}
      remark={text.form.remark}
      form={form}
      submitLabel={text.form.save}
      sendingLabel={text.form.saving}
      onClose={close}
      onDone={close}
    >
      <TextField form={form} name="email" label={text.form.email} type="email" takesFocus isOptional />
      <TextField
        form={form}
        name="phone"
        label={text.form.phone}
        hint={text.form.phoneHint}
        inputMode="tel"
        isOptional
      />
      <TextField
        form={form}
        name="password"
        label={text.form.password}
        hint={text.form.passwordHint}
        type="password"
        autoComplete="new-password"
        isOptional
      />
      <SwitchField
        form={form}
        name="isConfirmed"
        label={text.form.isConfirmed}
        hint={text.form.isConfirmedHint}
      />
      <TextField
        form={form}
        name="metadata"
        label={text.form.metadata}
        hint={text.form.metadataHint}
        rows={3}
        isCode
        isOptional
      />
    </FormDialog>
  )
}

function Invitation({ screen }: { screen: UsersScreen }) {
  const { $isOpen, form, close } = screen.invitation
  return (
    <FormDialog
      open={useStore($isOpen)}
      title={text.invitation.title}
      remark={text.invitation.remark}
      form={form}
      submitLabel={text.invitation.save}
      sendingLabel={text.invitation.saving}
      onClose={close}
      onDone={close}
    >
      <TextField form={form} name="email" label={text.form.email} type="email" takesFocus />
    </FormDialog>
  )
}
