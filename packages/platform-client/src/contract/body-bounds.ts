/** How large the JSON body of a call may be: bytes, nesting, members. Checked while it is read, before a value is made of it. */
import type { EndpointData } from './endpoint.js'

/** Bytes of a body, unless its endpoint names another number. */
export const USUAL_MAX_BODY = 1024 * 1024
/** The same of a call that needs no sign-in. */
export const STRANGERS_MAX_BODY = 4 * 1024
/** Keys and elements of a body, unless its endpoint names another number. */
export const USUAL_MAX_MEMBERS = 10_000
/** How deep objects and lists may be nested in a body: claims of 100 levels, and what is around them. */
export const BODY_MAX_DEPTH = 128
/** Keys of one object: a table has at most 1,600 columns. */
export const OBJECT_MAX_KEYS = 2000

/** The bounds of a JSON body. */
export interface BodyBounds {
  /** Of the whole body. */
  bytes: number
  /** Levels of objects and lists. */
  depth: number
  /** Keys and elements, all together. */
  members: number
  /** Keys of one object. */
  keys: number
  /** Bytes of SQL under the key `query`: in one text, and in all. Absent: only `bytes` limits it. */
  sql?: { each: number; all: number }
}

/** The bounds that an endpoint's line says, or implies. */
export function bodyBoundsOf({
  access,
  maxBody = access === 'anyone' ? STRANGERS_MAX_BODY : USUAL_MAX_BODY,
  maxMembers = USUAL_MAX_MEMBERS,
  maxSql,
}: Pick<EndpointData, 'access' | 'maxBody' | 'maxMembers' | 'maxSql'>): BodyBounds {
  const sizes = { bytes: maxBody, depth: BODY_MAX_DEPTH, members: maxMembers, keys: OBJECT_MAX_KEYS }
  return { ...sizes, ...(maxSql ? { sql: maxSql } : {}) }
}
