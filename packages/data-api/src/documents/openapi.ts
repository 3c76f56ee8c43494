/** The document of a data API as Swagger 2.0: its tables, views and functions with their columns and parameters. */
import type { DataFunction } from '../schema/data-function.js'
import type { DataSchema } from '../schema/data-schema.js'
import { definitionOf, propertyOf } from './openapi-definition.js'
import { SHARED_PARAMETERS } from './openapi-parameters.js'
import type { Table } from '../schema/table.js'
import { returnsOf } from '../schema/returns.js'

/** What a role may do with a table or view. */
export interface TableRights {
  canSelect: boolean
  canInsert: boolean
  canUpdate: boolean
  canDelete: boolean
}

/** What a role sees, by names. */
export interface Visible {
  tables: ReadonlyMap<string, TableRights>
  functions: ReadonlySet<string>
}

/** Which document is wanted. */
export interface DocumentOptions {
  /** The schema that it is about. */
  within: string
  /** What the role sees. Default: everything. */
  visible?: Visible | undefined
  /** Where the API is reached. Default: `http://localhost/`. */
  publicUrl?: string | undefined
}

type Json = Record<string, unknown>

const ALL: TableRights = { canSelect: true, canInsert: true, canUpdate: true, canDelete: true }
const JSON_TYPES = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]

/** The document as an object that can be written as JSON. Its title and description are the comment of the schema. */
export function openApiDocument(schema: DataSchema, { within, visible, publicUrl }: DocumentOptions): Json {
  const [title = '', ...description] = (schema.schemas.get(within) ?? '').split('\n')
  const tables = schema
    .tablesIn(within)
    .filter(({ kind }) => kind !== 'c')
    .map((table) => ({ table, rights: rightsOf(table, visible) }))
    .filter(({ rights }) => Object.values(rights).some(Boolean))
  const functions = schema
    .functionNamesIn(within)
    .filter((name) => visible === undefined || visible.functions.has(name))
  return {
    swagger: '2.0',
    info: {
      title: title === '' ? 'PostgREST API' : title,
      description: description.join('\n'),
      version: '14',
    },
    ...addressOf(publicUrl),
    consumes: JSON_TYPES,
    produces: JSON_TYPES,
    paths: Object.fromEntries([
      ['/', ROOT_PATH],
      ...tables.map(({ table, rights }) => [`/${table.name}`, tablePath(table, rights)]),
      ...functions.map((name) => [`/rpc/${name}`, functionPath(schema, schema.functions(within, name))]),
    ]),
    definitions: Object.fromEntries(tables.map(({ table }) => [table.name, definitionOf(schema, table)])),
    parameters: Object.fromEntries([
      ...Object.entries(SHARED_PARAMETERS),
      ...tables.flatMap(({ table }) => tableParameters(table)),
    ]),
  }
}

const ROOT_PATH = {
  get: {
    tags: ['Introspection'],
    summary: 'This document',
    produces: ['application/openapi+json', 'application/json'],
    responses: { 200: { description: 'OK' } },
  },
}

function rightsOf(table: Table, visible: Visible | undefined): TableRights {
  const rights = visible === undefined ? ALL : visible.tables.get(table.name)
  return {
    canSelect: rights?.canSelect === true,
    canInsert: rights?.canInsert === true && table.isInsertable,
    canUpdate: rights?.canUpdate === true && table.isUpdatable,
    canDelete: rights?.canDelete === true && table.isDeletable,
  }
}

function addressOf(publicUrl = 'http://localhost/'): Json {
  const { host, pathname, protocol } = new URL(publicUrl)
  return { host, basePath: pathname, schemes: [protocol.slice(0, -1)] }
}

const reference = (name: string) => ({ $ref: `#/parameters/${name}` })

function tablePath(table: Table, { canSelect, canInsert, canUpdate, canDelete }: TableRights): Json {
  const { name, comment } = table
  const [summary, ...description] = (comment ?? '').split('\n')
  const about = {
    tags: [name],
    ...(summary ? { summary } : {}),
    ...(description.length > 0 ? { description: description.join('\n') } : {}),
  }
  const filters = table.columns.map((column) => reference(`rowFilter.${name}.${column.name}`))
  const shared = (...names: string[]) => names.map(reference)
  const rows = { type: 'array', items: { $ref: `#/definitions/${name}` } }
  return {
    ...(canSelect && {
      get: {
        ...about,
        parameters: [
          ...filters,
          ...shared('select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'),
        ],
        responses: { 200: { description: 'OK', schema: rows }, 206: { description: 'Partial Content' } },
      },
    }),
    ...(canInsert && {
      post: {
        ...about,
        parameters: shared(`body.${name}`, 'select', 'preferPost'),
        responses: { 201: { description: 'Created' } },
      },
    }),
    ...(canUpdate && {
      patch: {
        ...about,
        parameters: [...filters, ...shared(`body.${name}`, 'preferReturn')],
        responses: { 204: { description: 'No Content' } },
      },
    }),
    ...(canDelete && {
      delete: {
        ...about,
        parameters: [...filters, ...shared('preferReturn')],
        responses: { 204: { description: 'No Content' } },
      },
    }),
  }
}

function tableParameters({ name, columns }: Table): [string, Json][] {
  return [
    [`body.${name}`, { name, in: 'body', required: false, schema: { $ref: `#/definitions/${name}` } }],
    ...columns.map(({ name: column }): [string, Json] => [
      `rowFilter.${name}.${column}`,
      { name: column, in: 'query', required: false, type: 'string' },
    ]),
  ]
}

function functionPath(schema: DataSchema, forms: readonly DataFunction[]): Json {
  const [first] = forms
  if (!first) return {}
  const [summary, ...description] = (first.comment ?? '').split('\n')
  const properties = first.arguments.map(({ name, type }) => [name, propertyOf(schema, type)] as const)
  const required = first.arguments.filter(({ hasDefault }) => !hasDefault).map(({ name }) => name)
  const about = {
    tags: [`(rpc) ${first.name}`],
    ...(summary ? { summary } : {}),
    ...(description.length > 0 ? { description: description.join('\n') } : {}),
    responses: { [returnsOf(schema, first).kind === 'void' ? 204 : 200]: { description: 'OK' } },
  }
  const body = {
    name: 'args',
    in: 'body',
    required: true,
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 ? { required } : {}),
    },
  }
  const query = properties.map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...('type' in property ? property : { ...property, type: 'string' }),
  }))
  return {
    ...(first.isVolatile ? {} : { get: { ...about, parameters: query } }),
    post: { ...about, parameters: [body, reference('preferParams')] },
  }
}
