/** Server data of the installation as a whole, for its administrators. */
import {
  deleteAccount,
  getInstallationSettings,
  listAccounts,
  listAllOrganizations,
  listInstallationAudit,
  listTickets,
  resetAccountFactors,
  updateAccount,
  updateInstallationSettings,
  type ArgumentsOf,
  type AuditEntry,
  type AuditPage,
  type Client,
  type InstallationAccount,
  type InstallationOrganization,
  type InstallationSettings,
  type InstallationTicket,
  type ResponseOf,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { PagedQuery } from '../kernel/paged.js'
import { auditParameters, type AuditFilter } from '../rules/organization/audit-filter.js'
import { AUDIT_PAGES, ONLY_CHOICES } from './audit.js'
import type { QueryData } from '../kernel/query-store.js'
import { profileQuery } from './account.js'
import { organizationsQuery } from './organizations.js'

const KEY = ['installation']
const ACCOUNTS_KEY = [...KEY, 'accounts']
const PAGE_SIZE = 50

type AccountsPage = ResponseOf<typeof listAccounts>
type TicketsPage = ResponseOf<typeof listTickets>
type OrganizationsPage = ResponseOf<typeof listAllOrganizations>

export function accountsQuery(
  client: Client,
  search: string,
): PagedQuery<AccountsPage, InstallationAccount, number> {
  return {
    key: [...ACCOUNTS_KEY, search],
    first: 0,
    fetch: (offset, signal) =>
      client.call(listAccounts, { query: { search, offset, limit: PAGE_SIZE } }, { signal }),
    items: ({ accounts }) => accounts,
    next: (pages) => nextOffset(pages, ({ accounts }) => accounts.length),
    id: ({ id }) => id,
  }
}

export function allOrganizationsQuery(
  client: Client,
  search: string,
): PagedQuery<OrganizationsPage, InstallationOrganization, number> {
  return {
    key: [...KEY, 'organizations', search],
    first: 0,
    fetch: (offset, signal) =>
      client.call(listAllOrganizations, { query: { search, offset, limit: PAGE_SIZE } }, { signal }),
    items: ({ organizations }) => organizations,
    next: (pages) => nextOffset(pages, ({ organizations }) => organizations.length),
    id: ({ slug }) => slug,
  }
}

/** Changes in the whole installation, newest first. */
export function installationAuditQuery(
  client: Client,
  search: string,
  filter: AuditFilter,
): PagedQuery<AuditPage, AuditEntry, string> {
  const query = { search, ...auditParameters(filter) }
  return {
    key: [...KEY, 'audit', query],
    first: '',
    fetch: (cursor, signal) =>
      client.call(listInstallationAudit, { query: { cursor, ...query } }, { signal }),
    ...AUDIT_PAGES,
  }
}

export function ticketsQuery(
  client: Client,
  search: string,
): PagedQuery<TicketsPage, InstallationTicket, number> {
  return {
    key: [...KEY, 'tickets', search],
    first: 0,
    fetch: (offset, signal) =>
      client.call(listTickets, { query: { search, offset, limit: PAGE_SIZE } }, { signal }),
    items: ({ tickets }) => tickets,
    next: (pages) => nextOffset(pages, ({ tickets }) => tickets.length),
    id: ({ id }) => id,
  }
}

/** What the log of the installation can be narrowed to. */
export function installationAuditChoicesQuery(client: Client): QueryData<AuditPage> {
  return {
    key: [...KEY, 'audit', 'choices'],
    fetch: (signal) => client.call(listInstallationAudit, { query: ONLY_CHOICES }, { signal }),
  }
}

function nextOffset<Page extends { count: number }>(
  pages: readonly Page[],
  lengthOf: (page: Page) => number,
): number | undefined {
  const read = pages.reduce((sum, page) => sum + lengthOf(page), 0)
  return read < (pages.at(-1)?.count ?? 0) ? read : undefined
}

export function installationSettingsQuery(client: Client): QueryData<InstallationSettings> {
  return {
    key: [...KEY, 'settings'],
    fetch: (signal) => client.call(getInstallationSettings, {}, { signal }),
  }
}

export function installationSettingsUpdate(
  client: Client,
): MutationData<Partial<InstallationSettings>, InstallationSettings> {
  return {
    call: (body) => client.call(updateInstallationSettings, { body }),
    refreshes: () => [
      installationSettingsQuery(client).key,
      profileQuery(client).key,
      organizationsQuery(client).key,
    ],
  }
}

type AccountChanges = ArgumentsOf<typeof updateAccount>['body']

export function accountUpdate(
  client: Client,
): MutationData<{ id: string; changes: AccountChanges }, InstallationAccount> {
  return {
    call: ({ id, changes }) => client.call(updateAccount, { params: { id }, body: changes }),
    refreshes: () => [ACCOUNTS_KEY],
  }
}

export function accountDeletion(client: Client): MutationData<{ id: string }, { id: string }> {
  return {
    call: (params) => client.call(deleteAccount, { params }),
    // The account leaves its organizations too.
    refreshes: () => [KEY],
  }
}

export function factorsReset(client: Client): MutationData<{ id: string }, { id: string }> {
  return {
    call: (params) => client.call(resetAccountFactors, { params }),
    refreshes: () => [ACCOUNTS_KEY],
  }
}
