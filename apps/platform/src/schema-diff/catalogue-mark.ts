/** Whether the schema of a database is still as it was read, asked in the transaction that changes it. */

const TEMPORARY = `(select n.oid from pg_catalog.pg_namespace n where n.nspname ~ '^pg_(toast_)?temp_')`
const OF_TABLE = (column: string) =>
  `where t.${column} in (select c.oid from pg_catalog.pg_class c where c.relnamespace not in ${TEMPORARY})`
const IN_SCHEMA = (column: string) => `where t.${column} not in ${TEMPORARY}`

/**
 * Tables of the catalogue whose rows are the schema, without those of temporary tables. Each change writes a new row, whose
 * xmin is the transaction that did it. All users may read them.
 */
const TABLES: Readonly<Record<string, string>> = {
  pg_attrdef: OF_TABLE('adrelid'),
  pg_attribute: OF_TABLE('attrelid'),
  pg_cast: '',
  pg_class: IN_SCHEMA('relnamespace'),
  pg_collation: '',
  pg_constraint: IN_SCHEMA('connamespace'),
  pg_description: '',
  pg_enum: '',
  pg_index: OF_TABLE('indrelid'),
  pg_namespace: IN_SCHEMA('oid'),
  pg_policy: '',
  pg_proc: '',
  pg_rewrite: OF_TABLE('ev_class'),
  pg_trigger: OF_TABLE('tgrelid'),
  pg_type: IN_SCHEMA('typnamespace'),
}

/** An expression that is another text after each change of the schema, and at times after none. */
export const CATALOGUE_MARK = `(select pg_catalog.string_agg(s.sum, ' ') from (${Object.entries(TABLES)
  .map(
    ([table, where]) =>
      `select pg_catalog.concat('${table} ', pg_catalog.count(*), ' ', pg_catalog.sum(pg_catalog.hashtextextended(pg_catalog.concat(t.xmin, ' ', t.ctid), 0))) as sum from pg_catalog.${table} t ${where}`,
  )
  .join(' union all ')}) s)`
