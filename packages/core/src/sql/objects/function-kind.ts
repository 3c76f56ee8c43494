/** Functions and procedures: signature, body, how they run, and who may run them. */
import { quoteIdentifier } from '../quoting.js'
import { FUNCTION_TEMPLATES } from './function-templates.js'
import { createStatement, objectName, signatureOf, type FunctionValues } from './function-text.js'
import { grantStatements, PUBLIC, revokeStatement } from './grants.js'
import {
  commentStatements,
  differsIn,
  objectKind,
  objectStatement,
  type ObjectStatement,
} from './object-kind.js'

const isFunction = ({ kind }: { kind?: unknown }) => kind === 'function'

/** What CREATE OR REPLACE changes. */
const DEFINITION = [
  'body',
  'language',
  'volatility',
  'parallel',
  'isStrict',
  'isDefiner',
  'isLeakproof',
  'searchPath',
  'settings',
  'cost',
  'rows',
  'arguments',
] as const satisfies readonly (keyof FunctionValues)[]

export const functionKind = objectKind<FunctionValues>({
  fields: [
    { name: 'schema', type: 'text', check: 'name', suggests: 'schemas', isRequired: true },
    { name: 'name', type: 'text', check: 'name', isRequired: true },
    { name: 'kind', type: 'choice', choices: ['function', 'procedure'] },
    {
      name: 'arguments',
      type: 'rows',
      isOrdered: true,
      columns: [
        { name: 'name', type: 'text', check: 'none' },
        { name: 'type', type: 'text', check: 'type', suggests: 'types', isRequired: true },
        { name: 'default', type: 'text', check: 'expression' },
        { name: 'mode', type: 'choice', choices: ['in', 'out', 'inout', 'variadic'] },
      ],
    },
    { name: 'returns', type: 'text', check: 'expression', suggests: 'types', isShown: isFunction },
    { name: 'language', type: 'text', check: 'name', suggests: 'languages', isRequired: true },
    { name: 'body', type: 'code', isRequired: true },
    {
      name: 'volatility',
      type: 'choice',
      choices: ['volatile', 'stable', 'immutable'],
      isShown: isFunction,
    },
    { name: 'isDefiner', type: 'flag' },
    { name: 'searchPath', type: 'text', check: 'none' },
    { name: 'isStrict', type: 'flag', isShown: isFunction },
    { name: 'isLeakproof', type: 'flag', isShown: isFunction },
    { name: 'parallel', type: 'choice', choices: ['unsafe', 'restricted', 'safe'], isShown: isFunction },
    { name: 'cost', type: 'text', check: 'number', isShown: isFunction },
    {
      name: 'rows',
      type: 'text',
      check: 'number',
      isShown: (values) => isFunction(values) && /^\s*(setof|table)\b/i.test(String(values['returns'])),
    },
    {
      name: 'settings',
      type: 'rows',
      columns: [
        { name: 'name', type: 'text', check: 'name', isRequired: true },
        { name: 'value', type: 'text', check: 'none' },
      ],
    },
    {
      name: 'execute',
      type: 'rows',
      columns: [{ name: 'value', type: 'text', check: 'name', suggests: 'roles', isRequired: true }],
      isShown: (_values, isNew) => !isNew,
    },
    { name: 'comment', type: 'text', check: 'none' },
  ],
  blank: (schema) => ({
    schema,
    name: '',
    kind: 'function',
    arguments: [],
    returns: 'void',
    language: 'plpgsql',
    body: '\nbegin\n\nend\n',
    volatility: 'volatile',
    parallel: 'unsafe',
    isStrict: false,
    isDefiner: false,
    isLeakproof: false,
    isWindow: false,
    searchPath: '',
    settings: [],
    cost: '',
    rows: '',
    execute: [],
    comment: '',
    owner: '',
    isAggregate: false,
    isParsed: false,
    isOfExtension: false,
  }),
  read: `select pg_catalog.json_build_object(
  'schema', n.nspname, 'name', p.proname,
  'kind', case when p.prokind = 'p' then 'procedure' else 'function' end,
  'arguments', (select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'mode', case coalesce(p.proargmodes[a.at], 'i') when 'o' then 'out' when 'b' then 'inout' when 'v' then 'variadic' else 'in' end,
      'name', coalesce(p.proargnames[a.at], ''), 'type', pg_catalog.format_type(a.type, null),
      'default', coalesce(pg_catalog.pg_get_function_arg_default(p.oid, a.at::int), '')) order by a.at), '[]')
    from pg_catalog.unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a(type, at)
    where coalesce(p.proargmodes[a.at], 'i') <> 't'),
  'returns', coalesce(pg_catalog.pg_get_function_result(p.oid), ''),
  'language', l.lanname, 'body', coalesce(pg_catalog.pg_get_function_sqlbody(p.oid), p.prosrc),
  'volatility', case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
  'parallel', case p.proparallel when 's' then 'safe' when 'r' then 'restricted' else 'unsafe' end,
  'isStrict', p.proisstrict, 'isDefiner', p.prosecdef, 'isLeakproof', p.proleakproof, 'isWindow', p.prokind = 'w',
  'searchPath', coalesce((select pg_catalog.substr(c, 13) from pg_catalog.unnest(p.proconfig) c where c like 'search\\_path=%'), ''),
  'settings', (select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('name', pg_catalog.split_part(c, '=', 1),
      'value', pg_catalog.substr(c, pg_catalog.strpos(c, '=') + 1)) order by c), '[]')
    from pg_catalog.unnest(p.proconfig) c where c not like 'search\\_path=%'),
  'cost', case when p.procost = case when l.lanname in ('internal', 'c') then 1 else 100 end then '' else p.procost::text end,
  'rows', case when p.prorows in (0, 1000) then '' else p.prorows::text end,
  'execute', (select coalesce(pg_catalog.json_agg(distinct pg_catalog.jsonb_build_object('value',
      case when g.grantee = 0 then 'public' else pg_catalog.pg_get_userbyid(g.grantee) end)), '[]')
    from pg_catalog.aclexplode(coalesce(p.proacl, pg_catalog.acldefault('f', p.proowner))) g where g.grantee <> p.proowner),
  'comment', coalesce(pg_catalog.obj_description(p.oid, 'pg_proc'), ''),
  'owner', pg_catalog.pg_get_userbyid(p.proowner), 'isAggregate', p.prokind = 'a', 'isParsed', p.prosqlbody is not null,
  'isOfExtension', exists (select from pg_catalog.pg_depend d where d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass
    and d.objid = p.oid and d.deptype = 'e'))::text
from pg_catalog.pg_proc p
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
join pg_catalog.pg_language l on l.oid = p.prolang
where p.oid = $1::oid`,
  catalogue: 'pg_proc',
  kept: ({ isAggregate, language, isOfExtension }) =>
    isAggregate
      ? { reason: 'aggregate' }
      : isOfExtension
        ? { reason: 'extension' }
        : language === 'c' || language === 'internal'
          ? { reason: 'language' }
          : null,
  create: (values) => [
    createStatement(values, false),
    ...commentStatements(objectName(values), '', values.comment),
  ],
  change(before, after) {
    if (isOther(before, after)) return remade(before, after)
    const named = { ...before, name: after.name, schema: after.schema }
    return [
      ...(before.schema === after.schema
        ? []
        : [
            objectStatement(
              `alter ${objectName(before)} set schema ${quoteIdentifier(after.schema)}`,
              {},
              { field: 'schema' },
            ),
          ]),
      ...(before.name === after.name
        ? []
        : [
            objectStatement(
              `alter ${objectName({ ...before, schema: after.schema })} rename to ${quoteIdentifier(after.name)}`,
              {},
              { field: 'name' },
            ),
          ]),
      ...(differsIn(before, after, DEFINITION) ? [createStatement(after, true)] : []),
      ...executeStatements(objectName(named), before.execute, after.execute),
      ...commentStatements(objectName(named), before.comment, after.comment),
    ]
  },
  templates: FUNCTION_TEMPLATES,
  drop: (values, cascades) => [objectStatement(`drop ${objectName(values)}${cascades ? ' cascade' : ''}`)],
})

/** Whether CREATE OR REPLACE would refuse it: another signature makes another function. */
function isOther(before: FunctionValues, after: FunctionValues): boolean {
  const lost = before.arguments.some((one, at) => one.default !== '' && after.arguments[at]?.default === '')
  return (
    lost ||
    before.kind !== after.kind ||
    before.returns !== after.returns ||
    signatureOf(before) !== signatureOf(after)
  )
}

function remade(before: FunctionValues, after: FunctionValues): ObjectStatement[] {
  const name = objectName(after)
  return [
    objectStatement(`drop ${objectName(before)}`),
    createStatement(after, false),
    ...(before.owner === ''
      ? []
      : [objectStatement(`alter ${name} owner to ${quoteIdentifier(before.owner)}`)]),
    revokeStatement(name, 'execute', PUBLIC, 'execute'),
    ...grantStatements(name, grantsOf(after.execute), 'execute'),
    ...commentStatements(name, '', after.comment),
  ]
}

function executeStatements(
  name: string,
  before: FunctionValues['execute'],
  after: FunctionValues['execute'],
): ObjectStatement[] {
  const [had, has] = [new Set(before.map(({ value }) => value)), new Set(after.map(({ value }) => value))]
  return [
    ...[...had]
      .filter((role) => !has.has(role))
      .map((role) => revokeStatement(name, 'execute', role, 'execute')),
    ...grantStatements(name, grantsOf(after.filter(({ value }) => !had.has(value))), 'execute'),
  ]
}

function grantsOf(roles: FunctionValues['execute']) {
  return roles.map(({ value }) => ({ grantee: value, privilege: 'execute', grantable: false }))
}
