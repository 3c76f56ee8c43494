/** In the order of the specification: table, view, materialized view, foreign table, partitioned table. SPEC §3. */
export const ENTITY_TYPES = ['r', 'v', 'm', 'f', 'p'] as const
/** The code of an entity's type. */
export type EntityType = (typeof ENTITY_TYPES)[number]
