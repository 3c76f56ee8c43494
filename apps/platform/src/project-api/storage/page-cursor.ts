/**
 * Where a list by cursor goes on: the last entry of a page, with the list that it belongs to. It opens nothing: rights are
 * asked again for each page.
 */
import { objectPathFault } from '@basedeck/platform-client/contract'
import * as v from 'valibot'
import { DomainError } from '../../kernel/domain-error.js'
import type { ObjectPage, PageEntry } from '../../objects/object-pages.js'
import { storageText } from '../../text/storage.js'

type PagedList = Omit<ObjectPage, 'limit' | 'after'>

const cursor = v.strictObject({
  list: v.array(v.union([v.string(), v.boolean()])),
  key: v.pipe(
    v.string(),
    v.check((key) => objectPathFault(key.endsWith('/') ? key.slice(0, -1) : key) === undefined),
  ),
  value: v.nullable(
    v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/), v.check(isMoment)),
  ),
})

export function cursorAfter(list: PagedList, { key, value }: PageEntry): string {
  return Buffer.from(JSON.stringify({ list: namesOf(list), key, value })).toString('base64url')
}

/** @throws DomainError invalid_body: it is of another list, or was made by somebody else */
export function entryOf(list: PagedList, text: string): PageEntry {
  const parsed = v.safeParse(cursor, jsonOf(text))
  const isOfList = parsed.success && JSON.stringify(parsed.output.list) === JSON.stringify(namesOf(list))
  if (!isOfList) throw new DomainError('invalid_body', storageText.foreignCursor)
  const { key, value } = parsed.output
  const isFile = !key.endsWith('/')
  // A file in a list by time stands at its moment; everything else has none.
  if ((value !== null) !== (isFile && list.column !== 'name') || !key.startsWith(list.prefix))
    throw new DomainError('invalid_body', storageText.foreignCursor)
  return { key, value }
}

function namesOf({ bucket, prefix, column, order, hasFolders }: PagedList) {
  return [bucket, prefix, column, order, hasFolders]
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/** The 31st of February is not. */
function isMoment(text: string): boolean {
  const moment = new Date(`${text.slice(0, 23)}Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 19) === text.slice(0, 19)
}
