/** Replication slots: a place in the log that the server keeps for a follower. One that nobody reads fills the disk. */
import { quoteLiteral } from '../quoting.js'
import { objectKind, objectStatement } from './object-kind.js'

/** A replication slot as its form holds it. */
export type SlotValues = {
  name: string
  type: string
  plugin: string
}

export const slotKind = objectKind<SlotValues>({
  fields: [
    { name: 'name', type: 'text', check: 'name', isRequired: true },
    { name: 'type', type: 'choice', choices: ['logical', 'physical'] },
    {
      name: 'plugin',
      type: 'text',
      check: 'name',
      isRequired: true,
      isShown: ({ type }) => type === 'logical',
    },
  ],
  blank: () => ({ name: '', type: 'logical', plugin: 'pgoutput' }),
  // A slot has no oid: its name takes the place of it.
  read: `select pg_catalog.json_build_object('name', s.slot_name, 'type', s.slot_type, 'plugin', coalesce(s.plugin, ''))::text
from pg_catalog.pg_replication_slots s where s.slot_name = $1::name`,
  catalogue: null,
  isSingle: true,
  isFinal: true,
  create: ({ name, type, plugin }) => [
    objectStatement(
      type === 'logical'
        ? `select pg_catalog.pg_create_logical_replication_slot(${quoteLiteral(name)}, ${quoteLiteral(plugin)})`
        : `select pg_catalog.pg_create_physical_replication_slot(${quoteLiteral(name)})`,
      {},
      // Its snapshot is taken before anything else of a transaction.
      { field: 'name', isAlone: true },
    ),
  ],
  change: () => [],
  drop: ({ name }) => [objectStatement(`select pg_catalog.pg_drop_replication_slot(${quoteLiteral(name)})`)],
})
