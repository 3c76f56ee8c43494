/** The pages of backups, beside each other. */
import { backupsText as text } from '../../text/backups.js'
import type { Needs } from '../context.js'

/** A page of a subject that has several. */
export interface SubjectLink {
  href: string
  label: string
  isHere: boolean
}

export function backupLinks(
  router: Needs<'router'>['router'],
  ref: string,
  here: 'scheduledBackups' | 'pointInTimeRecovery',
): SubjectLink[] {
  const pages = ['scheduledBackups', 'pointInTimeRecovery'] as const
  return pages.map((page) => ({
    href: router.href(page, { ref }),
    label: text.pages[page],
    isHere: page === here,
  }))
}
