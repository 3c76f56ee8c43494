/** Privileges that an object loses when it is made again, and gets back. */
import { quoteIdentifier } from '../quoting.js'
import { objectStatement, type ObjectStatement } from './object-kind.js'

/** A privilege of a role on an object. `public` stands for all roles. */
export type Grant = { grantee: string; privilege: string; grantable: boolean }

/** Everyone. */
export const PUBLIC = 'public'

/** The grants of an access list, without those of the owner, as JSON. @param acl expression of type aclitem[] */
export function grantsSql(acl: string, owner: string): string {
  return `(select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'grantee', case when g.grantee = 0 then 'public' else pg_catalog.pg_get_userbyid(g.grantee) end,
      'privilege', pg_catalog.lower(g.privilege_type), 'grantable', g.is_grantable) order by g.grantee, g.privilege_type), '[]')
    from pg_catalog.aclexplode(${acl}) g where g.grantee <> ${owner})`
}

/** @param on `table "shop"."orders"` */
export function grantStatements(on: string, grants: readonly Grant[], field?: string): ObjectStatement[] {
  const byGrantee = new Map<string, Grant[]>()
  for (const grant of grants) {
    const key = `${grant.grantable} ${grant.grantee}`
    byGrantee.set(key, [...(byGrantee.get(key) ?? []), grant])
  }
  return [...byGrantee.values()].flatMap((list) => {
    const [first] = list
    if (!first) return []
    const privileges = list.map(({ privilege }) => privilege).join(', ')
    const option = first.grantable ? ' with grant option' : ''
    return [
      objectStatement(
        `grant ${privileges} on ${on} to ${roleName(first.grantee)}${option}`,
        {},
        field === undefined ? {} : { field },
      ),
    ]
  })
}

/** @param on `function "shop"."total"(integer)` */
export function revokeStatement(
  on: string,
  privileges: string,
  from: string,
  field?: string,
): ObjectStatement {
  return objectStatement(
    `revoke ${privileges} on ${on} from ${roleName(from)}`,
    {},
    field === undefined ? {} : { field },
  )
}

/** A role as a grant names it. */
export function roleName(name: string): string {
  return name === PUBLIC ? 'public' : quoteIdentifier(name)
}
