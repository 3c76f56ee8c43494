/** `/account/installation`: the accounts and organizations of the installation, and what holds for all, for its administrators. */
import type {
  InstallationAccount,
  InstallationOrganization,
  InstallationSettings,
  ResponseOf,
  listAccounts,
  listAllOrganizations,
} from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import {
  accountDeletion,
  accountsQuery,
  accountUpdate,
  allOrganizationsQuery,
  factorsReset,
  installationAuditChoicesQuery,
  installationAuditQuery,
  installationSettingsQuery,
  installationSettingsUpdate,
} from '../../data/installation.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createMutation, type MutationOutcome } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { installationText as text } from '../../text/installation.js'
import type { Needs } from '../context.js'
import { createAuditList, type AuditList } from '../parts/audit-list.js'
import { createTicketList, type TicketList } from './ticket-list.js'
import { createAccountPage, type AccountPage } from './account-page.js'
import { createSearchedList, type SearchedList } from '../../kernel/searched-list.js'

/** Something that can be done to an account. */
export interface AccountAction {
  key: 'prove' | 'administrator' | 'no-administrator' | 'reset-factors' | 'disable' | 'enable' | 'delete'
  label: string
  /** Why it can't be done. */
  hint?: string
}

/** What is asked before it is done. */
export interface AccountQuestion {
  action: AccountAction['key']
  account: InstallationAccount
}

/** `/account/installation`: the installation as a whole, for its administrators. */
export interface InstallationScreen extends Disposable {
  readonly title: string
  readonly page: AccountPage
  /** Null for who is no administrator: nothing of it is asked for. Undefined while that is unknown. */
  readonly $content: ReadableAtom<InstallationContent | null | undefined>
}

/** What an administrator sees of the installation: accounts, organizations, audit log, settings. */
export interface InstallationContent extends Disposable {
  readonly accounts: SearchedList<ResponseOf<typeof listAccounts>, InstallationAccount>
  readonly organizations: SearchedList<ResponseOf<typeof listAllOrganizations>, InstallationOrganization>
  readonly tickets: TicketList
  readonly audit: AuditList
  readonly $settings: ReadableAtom<Remote<InstallationSettings>>
  /** Why a second factor can't be required now: one's own is missing. */
  readonly $mfaHint: ReadableAtom<string | undefined>
  readonly $isSaving: ReadableAtom<boolean>
  /** What was said against the last change of a setting. */
  readonly $problem: ReadableAtom<string | null>
  set(name: keyof InstallationSettings, isOn: boolean): void
  actionsOf(account: InstallationAccount): AccountAction[]
  /** Does it, or asks first. */
  act(action: AccountAction['key'], account: InstallationAccount): void
  readonly asking: Confirmation<AccountQuestion>
}

/** What takes something away, or gives much, is asked about. */
const ASKED: ReadonlySet<AccountAction['key']> = new Set([
  'prove',
  'administrator',
  'no-administrator',
  'reset-factors',
  'disable',
  'delete',
])

export function createInstallation(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'account' | 'navigationHistory'>,
  { title }: { title: string },
): InstallationScreen {
  let content: InstallationContent | undefined
  return {
    title,
    page: createAccountPage(context, 'installation'),
    $content: computed(context.account.$profile, (profile) => {
      if (profile.status !== 'ready') return undefined
      if (!profile.data.is_administrator) return null
      return (content ??= createContent(context))
    }),
    dispose: () => content?.dispose(),
  }
}

function createContent(context: Needs<'host' | 'client' | 'queries' | 'account'>): InstallationContent {
  const { client, queries, host, account } = context
  const update = createMutation(queries, accountUpdate(client))
  const deletion = createMutation(queries, accountDeletion(client))
  const reset = createMutation(queries, factorsReset(client))
  const saving = createMutation(queries, installationSettingsUpdate(client))
  const $profile = computed(account.$profile, (profile) =>
    profile.status === 'ready' ? profile.data : undefined,
  )
  const accounts = createSearchedList(context, (words) => accountsQuery(client, words))
  const organizations = createSearchedList(context, (words) => allOrganizationsQuery(client, words))

  const tickets = createTicketList(context)
  const audit = createAuditList(context, {
    query: (words, filter) => installationAuditQuery(client, words, filter),
    choices: installationAuditChoicesQuery(client),
    fileName: text.auditFile,
    noneBody: text.auditNone,
  })

  const perform = ({ action, account: { id } }: AccountQuestion): Promise<MutationOutcome<unknown>> => {
    switch (action) {
      case 'delete':
        return deletion.run({ id })
      case 'reset-factors':
        return reset.run({ id })
      case 'prove':
        return update.run({ id, changes: { is_email_proved: true } })
      case 'administrator':
      case 'no-administrator':
        return update.run({ id, changes: { is_administrator: action === 'administrator' } })
      case 'disable':
      case 'enable':
        return update.run({ id, changes: { is_disabled: action === 'disable' } })
    }
  }
  const told = async (question: AccountQuestion) => {
    const outcome = await perform(question)
    const { email } = question.account
    if (outcome.type === 'done')
      host.notifier.notify({ kind: 'success', message: text.done[question.action](email) })
    return outcome
  }
  const asking = createConfirmation<AccountQuestion>(told)

  return {
    accounts,
    organizations,
    tickets,
    audit,
    $settings: queries.store(installationSettingsQuery(client)),
    $mfaHint: computed($profile, (profile) => (profile?.is_mfa_enabled ? undefined : text.ownFactorMissing)),
    $isSaving: computed(saving.$state, ({ status }) => status === 'running'),
    $problem: computed(saving.$state, (state) => (state.status === 'failed' ? state.error.message : null)),
    set: (name, isOn) => void saving.run({ [name]: isOn }),
    actionsOf,
    act(action, subject) {
      const question = { action, account: subject }
      if (ASKED.has(action)) return asking.ask(question)
      void told(question).then((outcome) => {
        if (outcome.type === 'failed') host.notifier.notify({ kind: 'error', message: outcome.error.message })
      })
    },
    asking,
    dispose() {
      accounts.dispose()
      organizations.dispose()
      tickets.dispose()
      audit.dispose()
    },
  }
}

function actionsOf(account: InstallationAccount): AccountAction[] {
  const { is_email_proved, is_administrator, is_disabled, is_mfa_enabled, is_you } = account
  const action = (key: AccountAction['key'], hint?: string): AccountAction => ({
    key,
    label: text.actions[key],
    ...(hint === undefined ? {} : { hint }),
  })
  const own = is_you ? text.ownAccount : undefined
  return [
    ...(is_email_proved ? [] : [action('prove')]),
    is_administrator ? action('no-administrator', own) : action('administrator'),
    ...(is_mfa_enabled ? [action('reset-factors', own)] : []),
    is_disabled ? action('enable') : action('disable', own),
    action('delete', own),
  ]
}
