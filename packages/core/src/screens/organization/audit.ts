/** What happened in an organization. */
import type { AuditEntry, AuditPage, Permission } from '@basedeck/platform-client'
import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { auditChoicesQuery, auditEntriesQuery } from '../../data/organizations.js'
import type { Paged } from '../../kernel/paged.js'
import type { Remote } from '../../kernel/query-store.js'
import { can } from '../../rules/access/access.js'
import { organizationText } from '../../text/organization.js'
import type { Needs } from '../context.js'
import { createAuditList, type AuditList, type AuditRemote } from '../parts/audit-list.js'

const text = organizationText.audit

/** `/org/{slug}/audit`: what happened in an organization. */
export interface AuditScreen extends AuditList {
  readonly title: string
  /** How long entries are kept; empty until it is known. */
  readonly $retention: ReadableAtom<string>
}

export function createAudit(
  context: Needs<'host' | 'client' | 'queries' | 'account'>,
  { slug, title }: { slug: string; title: string },
): AuditScreen {
  const list = createAuditList(context, {
    query: (words, filter) => auditEntriesQuery(context.client, slug, words, filter),
    choices: auditChoicesQuery(context.client, slug),
    fileName: text.fileName(slug),
    noneBody: text.noneBody,
    whileAllowed: ($paged) => whileAllowed(context.account.$permissions, slug, $paged),
  })
  return {
    ...list,
    title,
    $retention: computed(list.$retentionDays, (days) => (days === null ? '' : text.body(days))),
  }
}

/** What a role may not read is not asked for. */
function whileAllowed(
  $permissions: ReadableAtom<Remote<Permission[]>>,
  slug: string,
  $paged: ReadableAtom<Paged<AuditPage, AuditEntry>>,
): ReadableAtom<AuditRemote> {
  const $list = atom<AuditRemote>({ status: 'loading' })
  onMount($list, () => {
    let stop = () => {}
    const stopWatching = $permissions.subscribe((permissions) => {
      stop()
      stop = () => {}
      if (permissions.status === 'loading') return $list.set({ status: 'loading' })
      const mayRead =
        permissions.status === 'failed' ||
        can(permissions.data, { action: 'read', resource: 'audit_logs', organizationSlug: slug })
      if (mayRead) stop = $paged.subscribe((list) => $list.set(list))
      else $list.set({ status: 'refused' })
    })
    return () => {
      stopWatching()
      stop()
    }
  })
  return $list
}
