/** Extensions: the schema that one is in, and its version. The platform installs those that only a superuser may. */
import { quoteIdentifier, quoteLiteral } from '../quoting.js'
import { objectKind, objectStatement } from './object-kind.js'

/** An installed extension as its form holds it. */
export type ExtensionValues = {
  name: string
  schema: string
  version: string
  isOwned: boolean
}

export const extensionKind = objectKind<ExtensionValues>({
  fields: [
    { name: 'name', type: 'text', check: 'name', isRequired: true, isFixed: true },
    { name: 'schema', type: 'text', check: 'none', suggests: 'schemas' },
    { name: 'version', type: 'text', check: 'none', suggests: 'versions' },
  ],
  blank: () => ({ name: '', schema: '', version: '', isOwned: true }),
  // Extensions are known by their names.
  read: `select pg_catalog.json_build_object('name', x.extname, 'schema', n.nspname, 'version', x.extversion,
  'isOwned', pg_catalog.pg_has_role(x.extowner, 'USAGE'))::text
from pg_catalog.pg_extension x join pg_catalog.pg_namespace n on n.oid = x.extnamespace
where x.extname = $1::name`,
  catalogue: 'pg_extension',
  isSingle: true,
  kept: ({ isOwned }) => (isOwned ? null : { reason: 'owner' }),
  create: ({ name, schema, version }) => [
    objectStatement(
      `create extension ${quoteIdentifier(name)}` +
        (schema.trim() === '' ? '' : ` schema ${quoteIdentifier(schema)}`) +
        (version.trim() === '' ? '' : ` version ${quoteLiteral(version.trim())}`),
      {},
      { field: 'name' },
    ),
  ],
  change: (before, after) => [
    ...(before.version === after.version
      ? []
      : [
          objectStatement(
            `alter extension ${quoteIdentifier(after.name)} update${
              after.version.trim() === '' ? '' : ` to ${quoteLiteral(after.version.trim())}`
            }`,
            {},
            { field: 'version' },
          ),
        ]),
    ...(before.schema === after.schema || after.schema.trim() === ''
      ? []
      : [
          objectStatement(
            `alter extension ${quoteIdentifier(after.name)} set schema ${quoteIdentifier(after.schema)}`,
            {},
            { field: 'schema' },
          ),
        ]),
  ],
  drop: ({ name }, cascades) => [
    objectStatement(`drop extension ${quoteIdentifier(name)}${cascades ? ' cascade' : ''}`),
  ],
})
