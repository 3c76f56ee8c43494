/** A page of a list by cursor: files, and folders where they are asked for. */
import { OBJECTS_MAX_PAGE_SIZE, objectPathFault } from '@basedeck/platform-client/contract'
import * as v from 'valibot'
import { DomainError } from '../../kernel/domain-error.js'
import { PAGE_SORT_COLUMNS, type PagedObject } from '../../objects/object-pages.js'
import type { ActedCall } from './acted-call.js'
import { jsonBody } from './json-body.js'
import { cursorAfter, entryOf } from './page-cursor.js'
import { sentBoolean, sentInteger, sentOr, sentWord } from './sent-values.js'

/** Entries of a page, as existing clients expect. */
const PAGE_SIZE = 1000

const paging = v.object({
  prefix: sentOr(v.string(), ''),
  limit: sentOr(sentInteger(1, OBJECTS_MAX_PAGE_SIZE), PAGE_SIZE),
  cursor: sentOr(v.string(), ''),
  with_delimiter: sentOr(sentBoolean, false),
  sortBy: sentOr(
    v.object({
      column: sentOr(sentWord(PAGE_SORT_COLUMNS), 'name'),
      order: sentOr(sentWord(['asc', 'desc']), 'asc'),
    }),
    { column: 'name', order: 'asc' },
  ),
})

export async function answerListPage(
  { c, storage, project, actor }: ActedCall,
  bucket: string,
): Promise<Response> {
  const { prefix, limit, cursor, with_delimiter, sortBy } = await jsonBody(c, paging)
  requirePrefix(prefix)
  const list = { bucket, prefix, ...sortBy, hasFolders: with_delimiter }
  const after = cursor === '' ? undefined : entryOf(list, cursor)
  // One more tells whether there is a next page.
  const found = await storage.objects.listPage(project.ref, actor, { ...list, limit: limit + 1, after })
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return c.json({
    hasNext: last !== undefined,
    ...(last ? { nextCursor: cursorAfter(list, last) } : {}),
    folders: shown.filter(({ id }) => id === null).map(({ name, key }) => ({ name, key })),
    objects: shown.filter(({ id }) => id !== null).map(told),
  })
}

function told({ value: _value, ...object }: PagedObject) {
  return object
}

/** It is the beginning of a path, perhaps within a part of it. @throws DomainError invalid_path */
function requirePrefix(prefix: string): void {
  if (prefix !== '' && objectPathFault(`${prefix}x`) !== undefined)
    throw new DomainError('invalid_path', undefined, { more: { key: prefix.slice(0, 1024) } })
}
