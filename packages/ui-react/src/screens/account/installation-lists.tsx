/** All accounts and all organizations of the installation, searched, page by page. */
import type { SearchedList, InstallationContent } from '@basedeck/core'
import { installationText as text, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { MoreHorizontal } from 'lucide-react'
import { ActionMenu } from '../../elements/action-menu.js'
import { Badge } from '../../elements/badge.js'
import { CutText } from '../../elements/cut-text.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { ListEnd } from '../../elements/list-end.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { SearchField } from '../../elements/search-field.js'
import { Section } from '../../elements/section.js'
import { Skeleton } from '../../elements/skeleton.js'
import { Time } from '../../elements/time.js'
import styles from './installation.module.css'

export type ItemOf<List> = List extends SearchedList<unknown, infer Item> ? Item : never
type Account = ItemOf<InstallationContent['accounts']>
type Organization = ItemOf<InstallationContent['organizations']>

export function AllAccounts({ content }: { content: InstallationContent }) {
  return (
    <Found
      list={content.accounts}
      title={text.accounts}
      find={text.findAccount}
      none={text.noAccounts}
      keyOf={({ id }) => id}
      columns={accountColumns(content)}
    />
  )
}

export function AllOrganizations({ content }: { content: InstallationContent }) {
  return (
    <Found
      list={content.organizations}
      title={text.organizations}
      find={text.findOrganization}
      none={text.noOrganizations}
      keyOf={({ slug }) => slug}
      columns={ORGANIZATION_COLUMNS}
    />
  )
}

interface FoundProps<Item> {
  list: SearchedList<unknown, Item>
  title: string
  description?: string
  find: string
  none: string
  keyOf(item: Item): string | number
  columns: DataListColumn<Item>[]
}

export function Found<Item>({ list, title, description, find, none, keyOf, columns }: FoundProps<Item>) {
  const found = useStore(list.$list)
  return (
    <Section title={title} description={description} isFlush>
      <div className={styles['find']}>
        <SearchField label={find} value={useStore(list.$search)} onChange={list.search} />
      </div>
      {found.status === 'loading' && (
        <div className={styles['pad']}>
          <Skeleton label={shellText.loading} lines={4} />
        </div>
      )}
      {found.status === 'failed' && <LoadFailure message={found.error.message} onRetry={found.retry} />}
      {found.status === 'ready' && (
        <div aria-busy={found.outdated} className={styles['rows']}>
          <DataList
            label={title}
            state={{ status: 'ready', data: found.items }}
            keyOf={keyOf}
            empty={{ title: none }}
            columns={columns}
          />
          {found.hasMore && (
            <ListEnd
              label={text.more}
              loadingLabel={text.loadingMore}
              isLoading={found.loadingMore}
              problem={found.staleError?.message}
              onMore={list.loadMore}
            />
          )}
        </div>
      )}
    </Section>
  )
}

function accountColumns(content: InstallationContent): DataListColumn<Account>[] {
  return [
    {
      key: 'account',
      label: text.account,
      isRowHeader: true,
      cell: ({ first_name, is_you }) => (
        <span className={styles['who']}>
          <CutText>{first_name}</CutText>
          {is_you && <Badge tone="accent">{text.you}</Badge>}
        </span>
      ),
    },
    { key: 'email', label: text.email, cell: ({ email }) => <CutText>{email}</CutText> },
    {
      key: 'state',
      label: text.state,
      cell: ({ is_administrator, is_disabled, is_email_proved, is_mfa_enabled }) => (
        <span className={styles['badges']}>
          {is_disabled && <Badge tone="bad">{text.disabled}</Badge>}
          {is_administrator && <Badge tone="accent">{text.administrator}</Badge>}
          {!is_email_proved && <Badge tone="busy">{text.unproved}</Badge>}
          {is_mfa_enabled && <Badge tone="good">{text.secondFactor}</Badge>}
        </span>
      ),
    },
    {
      key: 'organizations',
      label: text.organizationCount,
      align: 'end',
      cell: ({ organizations }) => organizations,
    },
    {
      key: 'seen',
      label: text.lastSeen,
      isNarrow: true,
      cell: ({ last_seen_at }) => (last_seen_at === null ? text.never : <Time at={last_seen_at} />),
    },
    {
      key: 'actions',
      label: text.actionsColumn,
      isHiddenLabel: true,
      align: 'end',
      cell: (account) => (
        <ActionMenu
          align="end"
          trigger={<IconButton label={text.menu(account.email)} icon={<Icon of={MoreHorizontal} />} />}
          groups={[
            {
              items: content.actionsOf(account).map(({ key, label, hint }) => ({
                label,
                ...(hint === undefined ? {} : { detail: hint, isOff: true }),
                onChoose: () => content.act(key, account),
              })),
            },
          ]}
        />
      ),
    },
  ]
}

const ORGANIZATION_COLUMNS: DataListColumn<Organization>[] = [
  {
    key: 'organization',
    label: text.organization,
    isRowHeader: true,
    cell: ({ name }) => <CutText>{name}</CutText>,
  },
  { key: 'slug', label: text.slug, cell: ({ slug }) => <code>{slug}</code> },
  { key: 'members', label: text.members, align: 'end', cell: ({ members }) => members },
  { key: 'projects', label: text.projects, align: 'end', cell: ({ projects }) => projects },
  {
    key: 'mfa',
    label: text.mfa,
    cell: ({ requires_mfa }) => (
      <Badge tone={requires_mfa ? 'good' : 'quiet'}>
        {requires_mfa ? text.mfaRequired : text.mfaOptional}
      </Badge>
    ),
  },
  {
    key: 'created',
    label: text.created,
    isNarrow: true,
    cell: ({ inserted_at }) => <Time at={inserted_at} />,
  },
]
