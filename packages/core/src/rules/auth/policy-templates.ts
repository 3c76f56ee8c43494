/**
 * What a new policy can begin with: the columns of the table decide which templates fit, and what they say.
 * @rule auth.policy-templates  @spec §2
 */
import { quoteIdentifier } from '@basedeck/sql-guard/quoting'
import { EVERYONE, type Policy } from './policy.js'

/** Templates by name, in their order. */
export const POLICY_TEMPLATES = [
  'custom',
  'read-all',
  'read-signed-in',
  'insert-signed-in',
  'own-rows',
  'own-read',
  'own-insert',
  'own-update',
  'own-delete',
  'by-claim',
  'second-factor',
] as const
/** One of `POLICY_TEMPLATES`. */
export type PolicyTemplate = (typeof POLICY_TEMPLATES)[number]

/** What a template fills in; the name is a text of the interface. */
export type TemplateValues = Omit<Policy, 'name'>

/** Column names that say whose a row is, the likeliest first. */
const OWNER_NAMES = ['user_id', 'owner_id', 'owner', 'author_id', 'created_by', 'profile_id', 'id']
const SIGNED_IN = 'authenticated'

/** The column that says whose a row is: one of a usual name and of type uuid; null: none was found. */
export function ownerColumn(columns: readonly { name: string; type: string }[]): string | null {
  const ids = columns.filter(({ type }) => type === 'uuid').map(({ name }) => name)
  return OWNER_NAMES.find((name) => ids.includes(name)) ?? null
}

/** A call in a sub-select is computed once for a statement, not once for a row. */
const ME = '(select auth.uid())'

/** The values of a template for a table. */
export function templateValues(
  template: PolicyTemplate,
  columns: readonly { name: string; type: string }[],
): TemplateValues {
  const mine = `${ME} = ${quoteIdentifier(ownerColumn(columns) ?? 'user_id')}`
  const permissive = (
    command: Policy['command'],
    roles: readonly string[],
    using: string | null,
    check: string | null = null,
  ): TemplateValues => ({ command, isPermissive: true, roles, using, check })
  switch (template) {
    case 'custom':
      return permissive('select', [EVERYONE], '')
    case 'read-all':
      return permissive('select', ['anon', SIGNED_IN], 'true')
    case 'read-signed-in':
      return permissive('select', [SIGNED_IN], 'true')
    case 'insert-signed-in':
      return permissive('insert', [SIGNED_IN], null, 'true')
    case 'own-rows':
      return permissive('all', [SIGNED_IN], mine, mine)
    case 'own-read':
      return permissive('select', [SIGNED_IN], mine)
    case 'own-insert':
      return permissive('insert', [SIGNED_IN], null, mine)
    case 'own-update':
      return permissive('update', [SIGNED_IN], mine, mine)
    case 'own-delete':
      return permissive('delete', [SIGNED_IN], mine)
    case 'by-claim':
      return permissive('select', [SIGNED_IN], `(select auth.jwt() -> 'app_metadata' ->> 'role') = 'admin'`)
    case 'second-factor':
      return {
        command: 'all',
        isPermissive: false,
        roles: [SIGNED_IN],
        using: `(select auth.jwt() ->> 'aal') = 'aal2'`,
        check: null,
      }
  }
}
