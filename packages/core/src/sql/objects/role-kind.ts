/** Roles: attributes, memberships, settings, and what they get of objects that others make. */
import { quoteIdentifier, quoteLiteral } from '../quoting.js'
import { roleName } from './grants.js'
import {
  commentStatements,
  differsIn,
  objectKind,
  objectStatement,
  wordsOf,
  type ObjectStatement,
} from './object-kind.js'

/** A privilege that a role gives on objects that it will make. */
type DefaultPrivilege = { schema: string; objects: string; privilege: string; grantee: string }

/** A role as its form holds it. */
export type RoleValues = {
  name: string
  login: boolean
  password: string
  superuser: boolean
  createdb: boolean
  createrole: boolean
  inherit: boolean
  replication: boolean
  bypassrls: boolean
  connectionLimit: string
  validUntil: string
  memberOf: readonly { value: string }[]
  members: readonly { value: string }[]
  settings: readonly { name: string; value: string }[]
  defaults: readonly DefaultPrivilege[]
  comment: string
  isSystem: boolean
}

const FLAGS = ['login', 'superuser', 'createdb', 'createrole', 'inherit', 'replication', 'bypassrls'] as const

const ROLE_ROWS = [
  { name: 'value', type: 'text', check: 'name', suggests: 'roles', isRequired: true },
] as const

export const roleKind = objectKind<RoleValues>({
  fields: [
    { name: 'name', type: 'text', check: 'name', isRequired: true },
    { name: 'login', type: 'flag' },
    { name: 'password', type: 'secret' },
    { name: 'memberOf', type: 'rows', columns: ROLE_ROWS },
    { name: 'members', type: 'rows', columns: ROLE_ROWS },
    { name: 'inherit', type: 'flag' },
    { name: 'createdb', type: 'flag' },
    { name: 'createrole', type: 'flag' },
    { name: 'replication', type: 'flag' },
    { name: 'bypassrls', type: 'flag' },
    { name: 'superuser', type: 'flag' },
    { name: 'connectionLimit', type: 'text', check: 'number' },
    { name: 'validUntil', type: 'text', check: 'none' },
    {
      name: 'settings',
      type: 'rows',
      columns: [
        { name: 'name', type: 'text', check: 'name', isRequired: true },
        { name: 'value', type: 'text', check: 'none' },
      ],
    },
    {
      name: 'defaults',
      type: 'rows',
      columns: [
        { name: 'schema', type: 'text', check: 'none', suggests: 'schemas' },
        {
          name: 'objects',
          type: 'choice',
          choices: ['tables', 'sequences', 'functions', 'types', 'schemas'],
        },
        { name: 'privilege', type: 'text', check: 'expression', isRequired: true },
        { name: 'grantee', type: 'text', check: 'name', suggests: 'roles', isRequired: true },
      ],
    },
    { name: 'comment', type: 'text', check: 'none' },
  ],
  blank: () => ({
    name: '',
    login: false,
    password: '',
    superuser: false,
    createdb: false,
    createrole: false,
    inherit: true,
    replication: false,
    bypassrls: false,
    connectionLimit: '',
    validUntil: '',
    memberOf: [],
    members: [],
    settings: [],
    defaults: [],
    comment: '',
    isSystem: false,
  }),
  read: `select pg_catalog.json_build_object('name', r.rolname, 'login', r.rolcanlogin, 'password', '', 'superuser', r.rolsuper,
  'createdb', r.rolcreatedb, 'createrole', r.rolcreaterole, 'inherit', r.rolinherit, 'replication', r.rolreplication,
  'bypassrls', r.rolbypassrls, 'connectionLimit', case when r.rolconnlimit < 0 then '' else r.rolconnlimit::text end,
  'validUntil', coalesce(r.rolvaliduntil::text, ''),
  'memberOf', (select coalesce(pg_catalog.json_agg(distinct pg_catalog.jsonb_build_object('value', g.rolname)), '[]')
    from pg_catalog.pg_auth_members m join pg_catalog.pg_roles g on g.oid = m.roleid where m.member = r.oid),
  'members', (select coalesce(pg_catalog.json_agg(distinct pg_catalog.jsonb_build_object('value', g.rolname)), '[]')
    from pg_catalog.pg_auth_members m join pg_catalog.pg_roles g on g.oid = m.member where m.roleid = r.oid),
  'settings', (select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('name', pg_catalog.split_part(c, '=', 1),
      'value', pg_catalog.substr(c, pg_catalog.strpos(c, '=') + 1)) order by c), '[]')
    from pg_catalog.unnest(r.rolconfig) c),
  'defaults', (select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('schema', coalesce(n.nspname, ''),
      'objects', case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions'
        when 'T' then 'types' else 'schemas' end,
      'privilege', pg_catalog.lower(g.privilege_type),
      'grantee', case when g.grantee = 0 then 'public' else pg_catalog.pg_get_userbyid(g.grantee) end)
      order by n.nspname, d.defaclobjtype, g.grantee, g.privilege_type), '[]')
    from pg_catalog.pg_default_acl d
    left join pg_catalog.pg_namespace n on n.oid = d.defaclnamespace
    cross join lateral pg_catalog.aclexplode(d.defaclacl) g
    where d.defaclrole = r.oid and g.grantee <> r.oid),
  'comment', coalesce(pg_catalog.shobj_description(r.oid, 'pg_authid'), ''), 'isSystem', r.rolname like 'pg\\_%')::text
from pg_catalog.pg_roles r where r.oid = $1::oid`,
  catalogue: null,
  dependents: `select pg_catalog.pg_describe_object(d.classid, d.objid, d.objsubid), 'true',
  (count(*) over ())::text, (count(*) over ())::text
from pg_catalog.pg_shdepend d
where d.refclassid = 'pg_catalog.pg_authid'::pg_catalog.regclass and d.refobjid = $1::oid and d.deptype in ('o', 'a')
  and d.dbid in (0, (select b.oid from pg_catalog.pg_database b where b.datname = pg_catalog.current_database()))
order by 1 limit 100`,
  kept: ({ isSystem }) => (isSystem ? { reason: 'system' } : null),
  copied: (values) => ({ ...values, password: '', members: [] }),
  create: (values) => [
    objectStatement(
      `create role ${quoteIdentifier(values.name)} with ${attributesOf(values, null).join(' ')}`,
      {},
      { field: 'login' },
    ),
    ...memberStatements(null, values),
    ...settingStatements(null, values),
    ...defaultStatements(null, values),
    ...commentStatements(`role ${quoteIdentifier(values.name)}`, '', values.comment),
  ],
  change(before, after) {
    const name = quoteIdentifier(after.name)
    const attributes = attributesOf(after, before)
    return [
      ...(before.name === after.name
        ? []
        : [
            objectStatement(
              `alter role ${quoteIdentifier(before.name)} rename to ${name}`,
              {},
              { field: 'name' },
            ),
          ]),
      ...(attributes.length === 0
        ? []
        : [objectStatement(`alter role ${name} with ${attributes.join(' ')}`, {}, { field: 'login' })]),
      ...memberStatements(before, after),
      ...settingStatements(before, after),
      ...defaultStatements(before, after),
      ...commentStatements(`role ${name}`, before.comment, after.comment),
    ]
  },
  // With CASCADE its objects go to who deletes it, and its privileges go.
  drop: ({ name }, cascades) => [
    ...(cascades
      ? [
          objectStatement(`reassign owned by ${quoteIdentifier(name)} to current_user`),
          objectStatement(`drop owned by ${quoteIdentifier(name)}`),
        ]
      : []),
    objectStatement(`drop role ${quoteIdentifier(name)}`),
  ],
})

/** @param before null: all of them are said */
function attributesOf(after: RoleValues, before: RoleValues | null): string[] {
  const limit = after.connectionLimit.trim()
  return [
    ...FLAGS.flatMap((flag) =>
      (before === null ? isDefault(flag, after[flag]) : before[flag] === after[flag])
        ? []
        : [`${after[flag] ? '' : 'no'}${flag}`],
    ),
    ...((before?.connectionLimit ?? '') === limit ? [] : [`connection limit ${limit === '' ? '-1' : limit}`]),
    ...((before?.validUntil ?? '') === after.validUntil
      ? []
      : [
          `valid until ${quoteLiteral(after.validUntil.trim() === '' ? 'infinity' : after.validUntil.trim())}`,
        ]),
    ...(after.password === '' ? [] : [`password ${quoteLiteral(after.password)}`]),
    ...(before === null ? [after.login ? 'login' : 'nologin'] : []),
  ]
}

/** What CREATE ROLE does by itself; LOGIN is always said. */
function isDefault(flag: (typeof FLAGS)[number], value: boolean): boolean {
  return flag === 'login' || (flag === 'inherit' ? value : !value)
}

function memberStatements(before: RoleValues | null, after: RoleValues): ObjectStatement[] {
  const name = quoteIdentifier(after.name)
  const both = (
    had: readonly string[],
    has: readonly string[],
    field: string,
    say: (role: string) => [string, string],
  ) => [
    ...had
      .filter((role) => !has.includes(role))
      .map((role) => {
        const [group, member] = say(quoteIdentifier(role))
        return objectStatement(`revoke ${group} from ${member}`, {}, { field })
      }),
    ...has
      .filter((role) => !had.includes(role))
      .map((role) => {
        const [group, member] = say(quoteIdentifier(role))
        return objectStatement(`grant ${group} to ${member}`, {}, { field })
      }),
  ]
  return [
    ...both(wordsOf(before?.memberOf ?? []), wordsOf(after.memberOf), 'memberOf', (role) => [role, name]),
    ...both(wordsOf(before?.members ?? []), wordsOf(after.members), 'members', (role) => [name, role]),
  ]
}

function settingStatements(before: RoleValues | null, after: RoleValues): ObjectStatement[] {
  const name = quoteIdentifier(after.name)
  const kept = new Set(after.settings.map((one) => one.name))
  const had = new Map((before?.settings ?? []).map((one) => [one.name, one.value]))
  const setting = (one: string) => one.split('.').map(quoteIdentifier).join('.')
  return [
    ...[...had.keys()]
      .filter((one) => !kept.has(one))
      .map((one) => objectStatement(`alter role ${name} reset ${setting(one)}`, {}, { field: 'settings' })),
    ...after.settings
      .filter((one) => had.get(one.name) !== one.value)
      .map((one) =>
        objectStatement(
          `alter role ${name} set ${setting(one.name)} to ${quoteLiteral(one.value)}`,
          {},
          { field: 'settings' },
        ),
      ),
  ]
}

function defaultStatements(before: RoleValues | null, after: RoleValues): ObjectStatement[] {
  const keyOf = ({ schema, objects, privilege, grantee }: DefaultPrivilege) =>
    [schema, objects, privilege, grantee].join('\0')
  const [had, has] = [before?.defaults ?? [], after.defaults]
  const [hadKeys, hasKeys] = [new Set(had.map(keyOf)), new Set(has.map(keyOf))]
  const say = (word: 'grant' | 'revoke', one: DefaultPrivilege) => {
    const place = one.schema.trim() === '' ? '' : ` in schema ${quoteIdentifier(one.schema)}`
    const towards = word === 'grant' ? 'to' : 'from'
    return objectStatement(
      `alter default privileges for role ${quoteIdentifier(after.name)}${place} ${word} ${one.privilege} on ${one.objects} ${towards} ${roleName(one.grantee)}`,
      {},
      { field: 'defaults' },
    )
  }
  if (before !== null && !differsIn(before, after, ['defaults'])) return []
  return [
    ...had.filter((one) => !hasKeys.has(keyOf(one))).map((one) => say('revoke', one)),
    ...has.filter((one) => !hadKeys.has(keyOf(one))).map((one) => say('grant', one)),
  ]
}
