/** A page of the catalogue as its list shows it. */
import type { CatalogueEntry, CataloguePage } from '../../data/catalogue.js'
import type { Paged } from '../../kernel/paged.js'
import type { Remote } from '../../kernel/query-store.js'
import type { CatalogueList as ListData } from '../../sql/index.js'
import { catalogueText } from '../../text/catalogue.js'
import { errorText } from '../../text/errors.js'
import type { CataloguePageName } from './catalogue-pages.js'
import type { ListRow, ListView } from '../parts/list-view.js'
import { shownCell } from '../parts/shown-cell.js'

export function viewOf(
  page: CataloguePageName,
  remote: Paged<CataloguePage, CatalogueEntry>,
  { isNarrowed, mayWrite }: { isNarrowed: boolean; mayWrite: boolean },
  row: (entry: CatalogueEntry) => ListRow,
): ListView {
  const text = catalogueText.lists[page]
  if (remote.status === 'loading') return remote
  if (remote.status === 'failed')
    return {
      status: 'failed',
      title: catalogueText.failed(text.many),
      detail: remote.error.message,
      retry: remote.retry,
    }
  const { items, page: newest, hasMore, loadingMore, outdated, staleError } = remote
  if (newest.isAbsent)
    return {
      status: 'empty',
      title: text.absent ?? text.none,
      body: text.absentBody ?? text.noneBody,
      step: 'sql',
    }
  if (items.length === 0 && !outdated)
    return isNarrowed
      ? {
          status: 'empty',
          title: catalogueText.noMatch(text.many),
          body: catalogueText.noMatchBody,
          step: 'clear',
        }
      : mayWrite
        ? { status: 'empty', title: text.none, body: text.noneBody, step: 'begin' }
        : {
            status: 'empty',
            title: text.none,
            body: catalogueText.mayNotWrite,
            step: 'sql',
          }
  return {
    status: 'ready',
    rows: items.map(row),
    hasMore,
    loadingMore,
    outdated,
    ...(staleError ? { problem: errorText.sentence(catalogueText.failedMore, staleError.message) } : {}),
  }
}

export function rowOf(
  list: ListData,
  { values, keys }: CatalogueEntry,
  link: (value: (key: string) => string) => string | undefined,
): ListRow {
  const value = (key: string) => values[list.columns.findIndex((column) => column.key === key)] ?? ''
  const href = link(value)
  return {
    id: keys.join('\0'),
    cells: list.columns.flatMap(({ key, kind, hidden }, index) =>
      hidden ? [] : [shownCell(values[index], kind, key)],
    ),
    ...(href === undefined ? {} : { href }),
  }
}

export function countOf(
  page: CataloguePageName,
  remote: Paged<CataloguePage, CatalogueEntry>,
  total: Remote<number> | null,
): string {
  if (remote.status !== 'ready' || remote.page.isAbsent || total?.status !== 'ready') return ''
  const { one, many } = catalogueText.lists[page]
  // The list may have grown since it was counted.
  return catalogueText.count(remote.items.length, Math.max(total.data, remote.items.length), one, many)
}
