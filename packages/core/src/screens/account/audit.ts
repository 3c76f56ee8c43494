/** `/account/audit`: what this account did, with itself and in all organizations. */
import { computed, type ReadableAtom } from 'nanostores'
import { ownAuditChoicesQuery, ownAuditQuery } from '../../data/account.js'
import { accountText } from '../../text/account.js'
import type { Needs } from '../context.js'
import { createAuditList, type AuditList } from '../parts/audit-list.js'
import { createAccountPage, type AccountPage } from './account-page.js'

/** `/account/audit`: what this account did. */
export interface AccountAuditScreen extends AuditList {
  readonly title: string
  readonly page: AccountPage
  /** What the list is, and how long its entries are kept. */
  readonly $lead: ReadableAtom<string>
}

export function createAccountAudit(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'account' | 'navigationHistory'>,
  { title }: { title: string },
): AccountAuditScreen {
  const list = createAuditList(context, {
    query: (words, filter) => ownAuditQuery(context.client, words, filter),
    choices: ownAuditChoicesQuery(context.client),
    fileName: accountText.auditFile,
    noneBody: accountText.auditNone,
  })
  return {
    ...list,
    title,
    page: createAccountPage(context, 'audit'),
    $lead: computed(list.$retentionDays, accountText.auditBody),
  }
}
