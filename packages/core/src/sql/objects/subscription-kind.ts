/** Subscriptions to the publications of another server. Its address holds a password: it is written, and never read. */
import { quoteIdentifier, quoteLiteral } from '../quoting.js'
import { commentStatements, differsIn, objectKind, objectStatement, wordsOf } from './object-kind.js'

/** A subscription as its form holds it. */
export type SubscriptionValues = {
  name: string
  /** Empty in one that was read: it stays as it is. */
  connection: string
  publications: readonly { value: string }[]
  enabled: boolean
  slot: string
  /** Whether the other server is asked at once, where a slot is made. */
  connects: boolean
  copyData: boolean
  comment: string
}

export const subscriptionKind = objectKind<SubscriptionValues>({
  fields: [
    { name: 'name', type: 'text', check: 'name', isRequired: true },
    { name: 'connection', type: 'secret' },
    {
      name: 'publications',
      type: 'rows',
      isRequired: true,
      columns: [{ name: 'value', type: 'text', check: 'name', isRequired: true }],
    },
    { name: 'connects', type: 'flag', isShown: (_values, isNew) => isNew },
    { name: 'copyData', type: 'flag', isShown: ({ connects }, isNew) => isNew && connects === true },
    { name: 'enabled', type: 'flag', isShown: ({ connects }, isNew) => !isNew || connects === true },
    { name: 'slot', type: 'text', check: 'none' },
    { name: 'comment', type: 'text', check: 'none' },
  ],
  blank: () => ({
    name: '',
    connection: '',
    publications: [{ value: '' }],
    enabled: true,
    slot: '',
    connects: true,
    copyData: true,
    comment: '',
  }),
  read: `select pg_catalog.json_build_object('name', s.subname, 'connection', '',
  'publications', (select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('value', p.name) order by p.at), '[]')
    from pg_catalog.unnest(s.subpublications) with ordinality p(name, at)),
  'enabled', s.subenabled, 'slot', coalesce(s.subslotname, ''), 'connects', false, 'copyData', false,
  'comment', coalesce(pg_catalog.obj_description(s.oid, 'pg_subscription'), ''))::text
from pg_catalog.pg_subscription s where s.oid = $1::oid`,
  catalogue: null,
  isSingle: true,
  create(values) {
    const options = values.connects
      ? [
          `enabled = ${values.enabled}`,
          `copy_data = ${values.copyData}`,
          ...(values.slot === '' ? [] : [`slot_name = ${quoteLiteral(values.slot)}`]),
        ]
      : ['connect = false', `slot_name = ${values.slot === '' ? 'none' : quoteLiteral(values.slot)}`]
    return [
      objectStatement(
        `create subscription ${quoteIdentifier(values.name)}\n  connection ${quoteLiteral(values.connection)}\n  publication ${wordsOf(values.publications).map(quoteIdentifier).join(', ')}\n  with (${options.join(', ')})`,
        {},
        { field: 'connection', ...(values.connects && { isAlone: true }) },
      ),
      ...commentStatements(`subscription ${quoteIdentifier(values.name)}`, '', values.comment),
    ]
  },
  change(before, after) {
    const name = quoteIdentifier(after.name)
    const alter = (action: string, field: string) =>
      objectStatement(`alter subscription ${name} ${action}`, {}, { field })
    return [
      ...(before.name === after.name
        ? []
        : [
            objectStatement(
              `alter subscription ${quoteIdentifier(before.name)} rename to ${name}`,
              {},
              { field: 'name' },
            ),
          ]),
      ...(after.connection === ''
        ? []
        : [alter(`connection ${quoteLiteral(after.connection)}`, 'connection')]),
      ...(before.enabled && !after.enabled ? [alter('disable', 'enabled')] : []),
      ...(before.slot === after.slot
        ? []
        : [alter(`set (slot_name = ${after.slot === '' ? 'none' : quoteLiteral(after.slot)})`, 'slot')]),
      ...(differsIn(before, after, ['publications'])
        ? [
            alter(
              `set publication ${wordsOf(after.publications).map(quoteIdentifier).join(', ')} with (refresh = false)`,
              'publications',
            ),
          ]
        : []),
      ...(!before.enabled && after.enabled ? [alter('enable', 'enabled')] : []),
      ...commentStatements(`subscription ${name}`, before.comment, after.comment),
    ]
  },
  drop: ({ name, slot }) => [
    objectStatement(
      `drop subscription ${quoteIdentifier(name)}`,
      {},
      // The slot on the other server goes with it.
      slot === '' ? {} : { isAlone: true },
    ),
  ],
  actions: [
    {
      id: 'disable',
      fits: ({ enabled }) => enabled,
      statements: ({ name }) => [objectStatement(`alter subscription ${quoteIdentifier(name)} disable`)],
    },
    {
      id: 'enable',
      fits: ({ enabled, slot }) => !enabled && slot !== '',
      statements: ({ name }) => [objectStatement(`alter subscription ${quoteIdentifier(name)} enable`)],
    },
    {
      id: 'refreshPublication',
      fits: ({ enabled }) => enabled,
      statements: ({ name }) => [
        objectStatement(
          `alter subscription ${quoteIdentifier(name)} refresh publication`,
          {},
          { isAlone: true },
        ),
      ],
    },
  ],
})
