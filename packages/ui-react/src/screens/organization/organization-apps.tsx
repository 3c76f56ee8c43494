import type { HeldKeyRow, HeldTokenRow, OrganizationAppsScreen, TemporaryKeysRow } from '@basedeck/core'
import { organizationAppsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { Name } from '../../elements/name.js'
import { Page } from '../../elements/page.js'
import { Section } from '../../elements/section.js'
import { Time } from '../../elements/time.js'
import { useSortHeadings } from '../../elements/use-sort-headings.js'

const { columns } = text

export function OrganizationApps({ screen }: { screen: OrganizationAppsScreen }) {
  return (
    <Page title={screen.title} description={text.lead} width="list">
      <Section title={text.tokens} description={text.tokensBody} isFlush>
        <DataList
          label={text.tokens}
          state={useStore(screen.tokens.$rows)}
          columns={useTokenColumns(screen)}
          keyOf={({ id }) => id}
          empty={{ title: text.noTokens, body: text.noTokensBody }}
        />
      </Section>
      <Section title={text.keys} description={text.keysBody} isFlush>
        <DataList
          label={text.keys}
          state={useStore(screen.keys.$rows)}
          columns={useKeyColumns(screen)}
          keyOf={({ id }) => id}
          empty={{ title: text.noKeys, body: text.noKeysBody }}
        />
      </Section>
      <Section title={text.temporary} description={text.temporaryBody} isFlush>
        <DataList
          label={text.temporary}
          state={useStore(screen.$temporary)}
          columns={TEMPORARY_COLUMNS}
          keyOf={({ holder, project_ref }) => `${holder.profile_id} ${project_ref}`}
          empty={{ title: text.noTemporary }}
        />
      </Section>
      <TokenQuestion screen={screen} />
      <Confirm
        question={screen.keyRevocation}
        title={({ name }) => text.keyTitle(name)}
        confirmLabel={text.revoke}
      >
        {text.keyBody}
      </Confirm>
    </Page>
  )
}

function TokenQuestion({ screen: { tokenRevocation } }: { screen: OrganizationAppsScreen }) {
  const state = useStore(tokenRevocation.$state)
  const last = useLast(state.status === 'open' ? state.subject : null)
  return (
    <Confirm
      question={tokenRevocation}
      title={({ name }) => text.tokenTitle(name)}
      confirmLabel={text.revoke}
    >
      {last?.reach === 'everywhere' ? text.tokenBody.here : text.tokenBody.everywhere}
    </Confirm>
  )
}

function useTokenColumns(screen: OrganizationAppsScreen): DataListColumn<HeldTokenRow>[] {
  const heading = useSortHeadings(screen.tokens.sorting)
  const mayRevoke = useStore(screen.$mayRevoke)
  return [
    { ...heading('name', columns.name), isRowHeader: true, cell: ({ name }) => <Name>{name}</Name> },
    {
      ...heading('holder', columns.holder),
      cell: ({ holder }) => <Name>{holder.email ?? holder.first_name}</Name>,
    },
    { key: 'scope', label: columns.scope, cell: ({ scope }) => scope },
    { key: 'begins', label: columns.begins, cell: ({ prefix }) => <code>{prefix}…</code> },
    { ...heading('used', columns.used), cell: ({ last_used_at }) => <Used at={last_used_at} /> },
    {
      ...heading('expires', columns.expires),
      cell: ({ expires_at }) => (expires_at === null ? text.lasts : <Time at={expires_at} />),
    },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      align: 'end',
      cell: (row) => (
        <ControlButton
          kind="ghost"
          aria-label={text.revokeToken(row.name, row.holder.first_name)}
          controlState={mayRevoke}
          onClick={() => screen.tokenRevocation.ask(row)}
        >
          {text.revoke}
        </ControlButton>
      ),
    },
  ]
}

function useKeyColumns(screen: OrganizationAppsScreen): DataListColumn<HeldKeyRow>[] {
  const heading = useSortHeadings(screen.keys.sorting)
  return [
    { ...heading('name', columns.name), isRowHeader: true, cell: ({ name }) => <Name>{name}</Name> },
    { ...heading('project', columns.project), cell: ({ project_name }) => <Name>{project_name}</Name> },
    { key: 'type', label: columns.type, cell: ({ typeLabel }) => typeLabel },
    { key: 'begins', label: columns.begins, cell: ({ prefix }) => <code>{prefix}…</code> },
    { ...heading('used', columns.used), cell: ({ last_used_at }) => <Used at={last_used_at} /> },
    {
      key: 'ends',
      label: columns.ends,
      cell: ({ ends_at }) => (ends_at === null ? text.lasts : <Time at={ends_at} />),
    },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      align: 'end',
      cell: (row) => (
        <ControlButton
          kind="ghost"
          aria-label={text.revokeKey(row.name, row.project_name)}
          controlState={row.revoke}
          onClick={() => screen.keyRevocation.ask(row)}
        >
          {text.revoke}
        </ControlButton>
      ),
    },
  ]
}

const TEMPORARY_COLUMNS: readonly DataListColumn<TemporaryKeysRow>[] = [
  {
    key: 'holder',
    label: columns.holder,
    isRowHeader: true,
    cell: ({ holder }) => <Name>{holder.first_name}</Name>,
  },
  { key: 'project', label: columns.project, cell: ({ project_ref }) => <code>{project_ref}</code> },
  { key: 'count', label: columns.count, align: 'end', isNarrow: true, cell: ({ count }) => count },
  { key: 'ends', label: columns.ends, cell: ({ ends_at }) => <Time at={ends_at} /> },
]

function Used({ at }: { at: string | null }) {
  return at === null ? text.never : <Time at={at} />
}
