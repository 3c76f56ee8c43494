/**
 * The ways in which calls are shown, and what each of them needs to know of the project.
 * @rule api.ways  @spec §2
 */
import type { ApiRole } from '../../../sql/api-objects.js'

/** The ways in which calls are shown. */
export const API_WAYS = ['javascript', 'curl', 'python', 'sql'] as const
/** One of `API_WAYS`. */
export type ApiWay = (typeof API_WAYS)[number]

/** Where a call goes, and as whom. */
export interface ApiTarget {
  /** The project's own address. */
  address: string
  /** The publishable key. */
  key: string
  role: ApiRole
  schema: string
  /** A call that names no schema reaches it. */
  isDefaultSchema: boolean
  name: string
}

/** A column in an address or a list of columns: names with other characters are quoted. */
export function columnWord(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`
}

/** A relation or function as a part of an address that a client writes unchanged. */
export function relationWord(name: string): string {
  return /[?#%/\\]/.test(name) ? encodeURIComponent(name) : name
}

/** A list of columns; all of them: `*`. */
export function selectWords(columns: readonly string[] | null): string {
  return columns === null ? '*' : columns.map(columnWord).join(',')
}
