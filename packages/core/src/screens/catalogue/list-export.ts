/** What a list of the catalogue offers as a file. */
import { toPlatformError } from '@basedeck/platform-client'
import { auditExportQuery } from '../../sql/auth/audit-export.js'
import { catalogueText } from '../../text/catalogue.js'
import type { Needs } from '../context.js'
import type { CataloguePageName } from './catalogue-pages.js'

/** The formats that a list can be had in. */
export const LIST_FORMATS = ['csv', 'json'] as const
/** One of `LIST_FORMATS`. */
export type ListFormat = (typeof LIST_FORMATS)[number]

/** The export of what is looked for, with all pages. */
export interface ListExport {
  readonly formats: readonly { value: ListFormat; label: string }[]
  run(format: ListFormat): Promise<void>
}

/** Null: the list is not offered as a file. @param looked what is looked for now */
export function createListExport(
  context: Needs<'host' | 'lazy'>,
  {
    ref,
    page,
    looked,
  }: {
    ref: string
    page: CataloguePageName
    looked(): { search: string; kinds: readonly string[] }
  },
): ListExport | null {
  if (page !== 'authAuditLogs') return null
  return {
    formats: LIST_FORMATS.map((value) => ({ value, label: catalogueText.exportAs[value] })),
    async run(format) {
      const { search, kinds } = looked()
      const { sqlWorkOf } = await import('../../sessions/sql/sql-work.js')
      try {
        const query = auditExportQuery({ search, types: kinds })
        await sqlWorkOf(context).exports.begin(ref, { query, format, name: 'audit-log' })
      } catch (error) {
        const detail = toPlatformError(error).message
        context.host.notifier.notify({ kind: 'error', message: catalogueText.exportFailed, detail })
      }
    },
  }
}
