/**
 * What a line is about and can be opened: a function, a user, a table, the queries of the database.
 * @rule logs.links  @spec §2
 */
import type { LogLine } from '@basedeck/platform-client'

/** Where a line leads. */
export type LineLink =
  | { to: 'function'; slug: string }
  | { to: 'user'; id: string }
  | { to: 'table'; schema: string; table: string }
  | { to: 'queries' }

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** In the order in which they are shown. */
export function lineLinks({ source, fields }: Pick<LogLine, 'source' | 'fields'>): LineLink[] {
  const text = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const links: LineLink[] = []
  const slug = text('function')
  if (slug !== null) links.push({ to: 'function', slug })
  const user = text('user')
  if (user !== null && UUID.test(user)) links.push({ to: 'user', id: user })
  const table = text('table')
  if (table !== null) links.push({ to: 'table', schema: text('schema') ?? 'public', table })
  if (source === 'postgres' && (text('statement') !== null || typeof fields['ms'] === 'number'))
    links.push({ to: 'queries' })
  return links
}
