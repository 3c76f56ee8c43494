/** Sign-in services of others whose tokens the project accepts. */
import type { SigningKeysScreen, TokenIssuerRow, TokenIssuers } from '@basedeck/core'
import { signingKeysText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { Name } from '../../elements/name.js'
import { Section } from '../../elements/section.js'
import { TextField } from '../../elements/text-field.js'
import { Time } from '../../elements/time.js'

const text = signingKeysText.issuers

export function TokenIssuerList({ screen }: { screen: SigningKeysScreen }) {
  const { issuers } = screen
  const state = useStore(issuers.$issuers)
  const add = (
    <ControlButton controlState={useStore(issuers.$mayAdd)} onClick={issuers.add}>
      {text.add}
    </ControlButton>
  )
  const isEmpty = state.status === 'ready' && state.data.length === 0
  return (
    <Section title={text.title} description={text.body} actions={isEmpty ? undefined : add} isFlush>
      <DataList
        label={text.title}
        state={state}
        columns={useColumns(issuers)}
        keyOf={({ id }) => id}
        empty={{ title: text.none, body: text.noneBody, action: add }}
      />
      <NewIssuer issuers={issuers} />
      <Confirm
        question={issuers.removal}
        title={({ issuer }) => text.removeTitle(issuer)}
        confirmLabel={text.removeConfirm}
      >
        {text.removeBody}
      </Confirm>
    </Section>
  )
}

function useColumns(issuers: TokenIssuers): DataListColumn<TokenIssuerRow>[] {
  const mayRemove = useStore(issuers.$mayRemove)
  const { columns } = text
  return [
    {
      key: 'issuer',
      label: columns.issuer,
      isRowHeader: true,
      cell: ({ issuer }) => <Name>{issuer}</Name>,
    },
    { key: 'jwks', label: columns.jwks, cell: ({ jwks_url }) => <Name>{jwks_url}</Name> },
    {
      key: 'audience',
      label: columns.audience,
      cell: ({ audience }) => (audience === null ? text.anyAudience : <Name>{audience}</Name>),
    },
    { key: 'added', label: columns.added, cell: ({ inserted_at }) => <Time at={inserted_at} /> },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      align: 'end',
      cell: (row) => (
        <ControlButton
          kind="ghost"
          aria-label={text.removeLabel(row.issuer)}
          controlState={mayRemove}
          onClick={() => issuers.removal.ask(row)}
        >
          {text.remove}
        </ControlButton>
      ),
    },
  ]
}

function NewIssuer({ issuers }: { issuers: TokenIssuers }) {
  const { $isAdding, form, closeAdd } = issuers
  return (
    <FormDialog
      open={useStore($isAdding)}
      title={text.addTitle}
      remark={text.addBody}
      form={form}
      submitLabel={text.submit}
      sendingLabel={text.sending}
      onClose={closeAdd}
    >
      <TextField form={form} name="issuer" label={text.issuer} hint={text.issuerHint} isCode takesFocus />
      <TextField form={form} name="jwks_url" label={text.jwks} hint={text.jwksHint} type="url" isCode />
      <TextField
        form={form}
        name="audience"
        label={text.audience}
        hint={text.audienceHint}
        isCode
        isOptional
      />
    </FormDialog>
  )
}
