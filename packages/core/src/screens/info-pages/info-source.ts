/** Where a part of an info page gets what it shows: a list of the catalogue, or a call of the platform. */
import type { Action, Resource } from '@basedeck/platform-client'
import type { QueryData } from '../../kernel/query-store.js'
import type { CatalogueName } from '../../sql/index.js'
import type { ListColumn, ListRow } from '../parts/list-view.js'
import type { Needs } from '../context.js'

/** A labelled value. */
export interface InfoFact {
  key: string
  label: string
  value: string
  copyable: boolean
  /** The value is this moment, ISO 8601. */
  at?: string
}

/** What the address names: a project, or an organization. */
export interface InfoParams {
  ref?: string
  slug?: string
}

export type InfoContent =
  | { status: 'facts'; facts: InfoFact[] }
  | { status: 'table'; columns: ListColumn[]; rows: ListRow[] }

type Query<Data> = (context: Needs<'client'>, params: InfoParams) => QueryData<Data>

export type InfoSource =
  | {
      kind: 'list'
      list: CatalogueName
      refetchMs?: number
    }
  | CallSource

export interface CallSource {
  kind: 'call'
  query: Query<unknown>
  read: (data: unknown, context: Needs<'router' | '$runtime'>) => InfoContent
  /** It is of the database itself, which may be away. */
  needsDatabase?: boolean
  /** Asked only for who may. */
  needs?: { action: Action; resource: Resource }
}

export function facts<Data>(
  query: Query<Data>,
  read: (data: Data, context: Needs<'router' | '$runtime'>) => InfoFact[],
): CallSource {
  return {
    kind: 'call',
    // What it reads is what its own query gives.
    query: query as Query<unknown>,
    read: (data, context) => ({ status: 'facts', facts: read(data as Data, context) }),
  }
}

export function table<Data>(
  columns: ListColumn[],
  query: Query<Data>,
  read: (data: Data, context: Needs<'router' | '$runtime'>) => ListRow[],
  needs?: { action: Action; resource: Resource },
): CallSource {
  return {
    kind: 'call',
    query: query as Query<unknown>,
    read: (data, context) => ({ status: 'table', columns, rows: read(data as Data, context) }),
    ...(needs ? { needs } : {}),
  }
}
