/** The first page of a list of the catalogue, as one part of a page shows it. */
import { computed, type ReadableAtom } from 'nanostores'
import { catalogueStartQuery, type CataloguePage } from '../../data/catalogue.js'
import type { Remote } from '../../kernel/query-store.js'
import { catalogue, type CatalogueList, type CatalogueName } from '../../sql/index.js'
import { catalogueText } from '../../text/catalogue.js'
import { infoText, type PartText } from '../../text/info-pages.js'
import type { Needs } from '../context.js'
import { isAmount, shownCell } from '../parts/shown-cell.js'
import type { InfoStep, PartContent } from './part-content.js'

export interface ListedPart {
  ref: string
  list: CatalogueName
  refetchMs?: number
  /** Where an empty list leads. */
  step: InfoStep
}

export function listContent(
  { client, queries }: Needs<'client' | 'queries'>,
  { ref, list: name, refetchMs, step }: ListedPart,
  text: Omit<PartText, 'title'>,
): ReadableAtom<PartContent> {
  const list: CatalogueList = catalogue[name]
  const $page = queries.store(
    catalogueStartQuery(client, ref, name, refetchMs === undefined ? {} : { refetchMs }),
  )
  return computed($page, (remote: Remote<CataloguePage>): PartContent => {
    if (remote.status === 'loading') return { status: 'loading' }
    if (remote.status === 'failed')
      return { status: 'failed', message: remote.error.message, retry: remote.retry }
    const { isAbsent, entries } = remote.data
    if (isAbsent) return { status: 'empty', title: text.absent ?? infoText.empty, step }
    if (entries.length === 0) return emptyContent(text, step)
    return {
      status: 'table',
      columns: list.columns.map(({ key, kind }, index) => ({
        key,
        label: catalogueText.columns[key] ?? key,
        align: isAmount(kind) ? 'end' : 'start',
        isName: kind === 'name' || (index === 0 && !list.columns.some((column) => column.kind === 'name')),
      })),
      rows: entries.map(({ keys, values }) => ({
        id: keys.join('\0'),
        cells: list.columns.map(({ key, kind }, index) => shownCell(values[index], kind, key)),
      })),
    }
  })
}

/** A part that has nothing to show, with what to do next. */
export function emptyContent({ empty, emptyBody }: Omit<PartText, 'title'>, step: InfoStep): PartContent {
  return {
    status: 'empty',
    title: empty ?? infoText.empty,
    step,
    ...(emptyBody === undefined ? {} : { body: emptyBody }),
  }
}
