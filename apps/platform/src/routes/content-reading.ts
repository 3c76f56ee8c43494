/** What the calls of snippets and of folders read alike. */
import { SNIPPET_PAGE_SIZE, type snippetListQuery } from '@basedeck/platform-client/contract'
import type * as v from 'valibot'
import type { Caller } from '../access/caller.js'
import type { ControlDatabase } from '../control/control-database.js'
import type { ProjectResource } from '../control/resources.js'
import type { SnippetFilter } from '../control/snippet-filter.js'
import { pageOfSnippets, type Reader, type RowPage } from '../control/snippets.js'
import { DomainError } from '../kernel/domain-error.js'
import { requestText } from '../text/errors.js'

export interface ContentCall {
  caller: Caller
  project: ProjectResource
}

export function readerOf({ caller, project }: ContentCall): Reader {
  return { projectId: project.id, profileId: caller.id }
}

export function filterOf(query: v.InferOutput<typeof snippetListQuery>): SnippetFilter {
  return {
    type: query.type,
    name: query.name,
    search: query.search,
    visibility: query.visibility,
    favorite: query.favorite,
    cursor: query.cursor,
    limit: query.limit ?? SNIPPET_PAGE_SIZE,
    sortBy: query.sort_by ?? 'inserted_at',
    sortOrder: query.sort_order ?? (query.sort_by === 'name' ? 'asc' : 'desc'),
  }
}

/** @throws DomainError when the cursor is not one of this list */
export async function readPage(
  control: ControlDatabase,
  call: ContentCall,
  filter: SnippetFilter,
): Promise<RowPage> {
  const page = await pageOfSnippets(control, readerOf(call), filter)
  if (!page) throw new DomainError('invalid_query', requestText.foreignCursor)
  return page
}
