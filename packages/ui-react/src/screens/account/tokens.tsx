import type { AccountTokensScreen, TokenRow } from '@basedeck/core'
import { accountText, errorText, formText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { ConfirmDialog } from '../../elements/confirm-dialog.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { Section } from '../../elements/section.js'
import { SelectField } from '../../elements/select-field.js'
import { TextField } from '../../elements/text-field.js'
import { Time } from '../../elements/time.js'
import { useLast } from '../../bind/use-last.js'
import { useSortHeadings } from '../../elements/use-sort-headings.js'
import { AccountFrame } from './account-frame.js'
import { TokenDialog } from './token-dialog.js'
import styles from './security.module.css'

export function AccountTokens({ screen }: { screen: AccountTokensScreen }) {
  const tokens = useStore(screen.tokens.$rows)
  const create = (
    <Button kind="primary" onClick={screen.create}>
      {accountText.newToken}
    </Button>
  )
  const isEmpty = tokens.status === 'ready' && tokens.data.length === 0
  return (
    <AccountFrame
      page={screen.page}
      title={screen.title}
      description={accountText.tokensBody}
      withoutAccounts={accountText.noAccounts.tokens}
    >
      <Section title={accountText.yourTokens} actions={isEmpty ? undefined : create} isFlush>
        <DataList
          label={screen.title}
          state={tokens}
          columns={useColumns(screen)}
          keyOf={({ id }) => id}
          empty={{ title: accountText.noTokensTitle, body: accountText.noTokensBody, action: create }}
        />
      </Section>
      <NewToken screen={screen} />
      <TokenDialog screen={screen} />
      <DeleteToken screen={screen} />
    </AccountFrame>
  )
}

function useColumns(screen: AccountTokensScreen): DataListColumn<TokenRow>[] {
  const heading = useSortHeadings(screen.tokens.sorting)
  return [
    {
      ...heading('name', accountText.tokenName),
      isRowHeader: true,
      cell: ({ name, isExpired }) => (
        <span className={styles['title']}>
          <bdi>{name}</bdi>
          {isExpired && <Badge tone="bad">{accountText.expired}</Badge>}
        </span>
      ),
    },
    { ...heading('scope', accountText.tokenScope), cell: ({ scope }) => scope },
    { ...heading('prefix', accountText.tokenBegins), cell: ({ prefix }) => <code>{prefix}…</code> },
    { ...heading('created', accountText.created), cell: (token) => <Time at={token.inserted_at} /> },
    {
      ...heading('used', accountText.lastUsed),
      cell: (token) =>
        token.last_used_at === null ? accountText.neverUsed : <Time at={token.last_used_at} />,
    },
    {
      ...heading('expires', accountText.expires),
      cell: (token) => (token.expires_at === null ? accountText.tokenNever : <Time at={token.expires_at} />),
    },
    {
      key: 'actions',
      label: accountText.actions,
      isHiddenLabel: true,
      align: 'end',
      cell: (token) => (
        <Button
          kind="ghost"
          aria-label={accountText.deleteTokenNamed(token.name)}
          onClick={() => screen.askDelete(token)}
        >
          {accountText.deleteToken}
        </Button>
      ),
    },
  ]
}

function NewToken({ screen }: { screen: AccountTokensScreen }) {
  const step = useStore(screen.$step)
  return (
    <FormDialog
      open={step?.name === 'form'}
      title={accountText.newToken}
      form={screen.form}
      submitLabel={accountText.createToken}
      sendingLabel={accountText.creating}
      onClose={screen.close}
    >
      <TextField
        form={screen.form}
        name="name"
        label={accountText.tokenName}
        hint={accountText.tokenNameHint}
        takesFocus
      />
      <SelectField
        form={screen.form}
        name="access"
        label={accountText.tokenAccess}
        hint={accountText.tokenAccessHint}
        choices={screen.accesses}
      />
      <SelectField
        form={screen.form}
        name="organization_slug"
        label={accountText.tokenTarget}
        choices={useStore(screen.$scopes)}
      />
      <TextField
        form={screen.form}
        name="project_ref"
        label={accountText.tokenProject}
        hint={accountText.tokenProjectHint}
        isOptional
      />
      <SelectField
        form={screen.form}
        name="expires_in_days"
        label={accountText.tokenExpiry}
        choices={screen.expiries}
      />
    </FormDialog>
  )
}

function DeleteToken({ screen }: { screen: AccountTokensScreen }) {
  const token = useStore(screen.$toDelete)
  const last = useLast(token)
  const state = useStore(screen.deletion.$state)
  return (
    <ConfirmDialog
      open={token !== null}
      title={accountText.deleteTokenNamed(last?.name ?? '')}
      kind="danger"
      cancelLabel={formText.cancel}
      confirmLabel={state.status === 'running' ? accountText.deleting : accountText.deleteToken}
      isBusy={state.status === 'running'}
      problem={state.status === 'failed' ? errorText.title(state.error.message) : undefined}
      onCancel={screen.cancelDelete}
      onConfirm={() => void (token && screen.deletion.run(token))}
    >
      <p>{accountText.deleteTokenBody}</p>
    </ConfirmDialog>
  )
}
