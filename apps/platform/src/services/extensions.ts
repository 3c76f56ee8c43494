/** The extensions of a project's database: what there is, and installing and removing them. */
import { randomUUID } from 'node:crypto'
import { extensionGrants, extensionInstaller, extensionReach } from '@basedeck/core/rules'
import { quoteIdentifier } from '@basedeck/core/sql'
import type { Extension } from '@basedeck/platform-client/contract'
import { DomainError } from '../kernel/domain-error.js'
import type { BatchStatement, Database } from '../engines/engine.js'
import { extensionText as text } from '../text/extensions.js'
import {
  createStatements,
  grantsStatement,
  ownStatementsSql,
  refuseDefinersStatement,
} from './extension-sql.js'

/** Extensions that do nothing unless the server loads their library at its start. */
const PRELOADED = ['pg_stat_statements']

interface Row {
  name: string
  comment: string
  default_version: string | null
  installed_version: string | null
  schema: string | null
  requires: string[]
  trusted: boolean
  superuser: boolean
  relocatable: boolean
  fixed_schema: string | null
  is_owned: boolean
  owner: string
  preloaded: string[]
}

/**
 * What the server has, with what of it is installed. Its owner asks, so that `is_owned` is about the tenant.
 * Whoever may not see the libraries of the server sees none in `pg_settings`.
 */
const LIST_SQL = `
select pg_catalog.json_agg(pg_catalog.json_build_object(
  'name', coalesce(x.extname, a.name), 'comment', coalesce(a.comment, ''), 'default_version', a.default_version,
  'installed_version', x.extversion, 'schema', n.nspname, 'requires', coalesce(pg_catalog.to_json(v.requires), '[]'),
  'trusted', coalesce(v.trusted, false), 'superuser', coalesce(v.superuser, true),
  'relocatable', coalesce(v.relocatable, false), 'fixed_schema', v.schema,
  'is_owned', coalesce(pg_catalog.pg_has_role(x.extowner, 'usage'), false), 'owner', current_user,
  'preloaded', coalesce(pg_catalog.string_to_array(
    (select s.setting from pg_catalog.pg_settings s where s.name = 'shared_preload_libraries'), ','), '{}')
) order by coalesce(x.extname, a.name))
from pg_catalog.pg_available_extensions a
full join pg_catalog.pg_extension x on x.extname = a.name
left join pg_catalog.pg_namespace n on n.oid = x.extnamespace
left join pg_catalog.pg_available_extension_versions v on v.name = a.name and v.version = a.default_version`

const SUPERUSER_SQL = 'select rolsuper from pg_catalog.pg_roles where rolname = current_user'

export interface Extensions {
  list(): Promise<Extension[]>
  /** @throws DomainError extension_not_found, extension_closed; DatabaseError */
  install(name: string): Promise<Extension>
  /** @throws DomainError extension_not_found, extension_closed; DatabaseError when something depends on it */
  remove(name: string): Promise<Extension>
}

/** @param allowed what an administrator opened for the project */
export function extensionsOf(
  database: Pick<Database, 'run' | 'batch'>,
  allowed: ReadonlySet<string>,
): Extensions {
  const newRun = () => `extension-${randomUUID()}`
  async function rows(): Promise<Row[]> {
    const { results } = await database.run({ runId: newRun(), query: LIST_SQL, readOnly: true })
    return JSON.parse(results[0]?.rows[0]?.[0] ?? '[]') as Row[]
  }
  async function hasSuperuser(): Promise<boolean> {
    const { results } = await database.run({ runId: newRun(), query: SUPERUSER_SQL, as: 'admin' })
    return results[0]?.rows[0]?.[0] === 't'
  }
  async function listed(): Promise<{ row: Row; shown: Extension }[]> {
    const isSuper = await hasSuperuser()
    return (await rows()).map((row) => ({ row, shown: shownOf(row, allowed, isSuper) }))
  }
  async function find(name: string) {
    const found = (await listed()).find(({ row }) => row.name === name)
    if (!found) throw new DomainError('extension_not_found')
    return found
  }
  async function batch(as: 'owner' | 'admin', statements: BatchStatement[]): Promise<void> {
    await database.batch({ runId: newRun(), as, statements })
  }

  async function install(name: string): Promise<Extension> {
    const { row, shown } = await find(name)
    if (shown.installed_version !== null) return shown
    if (shown.closed_because !== null) throw new DomainError('extension_closed', shown.closed_because)
    // First, since the script of this one may use them.
    for (const needed of row.requires) await install(needed)
    if (extensionInstaller(row) === 'owner') {
      const schema = row.fixed_schema === null && (await hasHome()) ? ' schema extensions' : ''
      await batch('owner', [{ query: `create extension ${quoteIdentifier(name)}${schema}` }])
    } else await batch('admin', installStatements(row))
    return (await find(name)).shown
  }

  async function hasHome(): Promise<boolean> {
    const query = `select pg_catalog.to_regnamespace('extensions') is not null`
    const { results } = await database.run({ runId: newRun(), query, readOnly: true })
    return results[0]?.rows[0]?.[0] === 't'
  }

  return {
    list: async () => (await listed()).map(({ shown }) => shown),
    install,
    async remove(name) {
      const { row, shown } = await find(name)
      if (shown.installed_version === null) return shown
      if (shown.kept_because !== null) throw new DomainError('extension_closed', shown.kept_because)
      await batch(row.is_owned ? 'owner' : 'admin', [{ query: `drop extension ${quoteIdentifier(name)}` }])
      // What the server no longer has is gone with it.
      const now = (await listed()).find((one) => one.row.name === name)
      return now?.shown ?? { ...shown, installed_version: null, schema: null }
    },
  }
}

/** All of it in one transaction: what is refused leaves nothing. */
function installStatements({ name, relocatable, fixed_schema: fixedSchema, owner }: Row): BatchStatement[] {
  const draft = `basedeck_installing_${randomUUID().replaceAll('-', '').slice(0, 16)}`
  const isOpened = extensionInstaller({ name, trusted: false, superuser: true }) === 'administrator'
  return [
    ...createStatements({ name, relocatable, fixedSchema }, draft),
    // What an administrator opened may have them; they stay the superuser's.
    ...(isOpened ? [] : [refuseDefinersStatement(name, text.runsAsSuperuser)]),
    grantsStatement(name, extensionGrants(name), owner),
    ...(name === 'pg_stat_statements' ? ownStatementsSql(owner) : []),
  ]
}

function shownOf(row: Row, allowed: ReadonlySet<string>, hasSuperuser: boolean): Extension {
  const { name, comment, default_version, installed_version, schema, requires } = row
  const installer = extensionInstaller(row)
  const reaches = installer === 'administrator' ? text.reaches[extensionReach(name) ?? 'unknown'] : null
  const isAllowed = allowed.has(name)
  return {
    name,
    comment,
    default_version,
    installed_version,
    schema,
    requires,
    reaches,
    is_allowed: isAllowed,
    closed_because: closedBecause(row, { reaches, isAllowed, hasSuperuser, isOwners: installer === 'owner' }),
    kept_because: name === 'plpgsql' ? text.builtIn : row.is_owned || hasSuperuser ? null : text.notOwned,
  }
}

function closedBecause(
  { name, preloaded }: Row,
  {
    reaches,
    isAllowed,
    hasSuperuser,
    isOwners,
  }: { reaches: string | null; isAllowed: boolean; hasSuperuser: boolean; isOwners: boolean },
): string | null {
  if (reaches !== null && !isAllowed) return text.closed(reaches)
  if (!isOwners && !hasSuperuser) return text.noSuperuser
  const isLoaded = preloaded.some((library) => library.trim() === name)
  return PRELOADED.includes(name) && !isLoaded ? text.notPreloaded : null
}
