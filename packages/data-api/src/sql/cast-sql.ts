/** The type of a cast as SQL. */
import { quoteIdentifier } from '@basedeck/sql-guard/quoting'

/** Types that PostgreSQL's grammar spells itself: they can't be quoted. All others are names. */
const SPELLED = new Set([
  'bigint',
  'bit',
  'bit varying',
  'boolean',
  'char',
  'char varying',
  'character',
  'character varying',
  'dec',
  'decimal',
  'double precision',
  'float',
  'int',
  'integer',
  'interval',
  'numeric',
  'real',
  'smallint',
  'time',
  'time with time zone',
  'time without time zone',
  'timestamp',
  'timestamp with time zone',
  'timestamp without time zone',
  'varchar',
])

/** @param cast words as they were sent, perhaps with `[]` behind them: what is no spelled type is a quoted name */
export function castSql(expression: string, cast: string): string {
  const lists = /(?:\[\])*$/.exec(cast)?.[0] ?? ''
  const words = cast
    .slice(0, cast.length - lists.length)
    .trim()
    .toLowerCase()
    .replaceAll(/ +/g, ' ')
  return `cast(${expression} as ${SPELLED.has(words) ? words : quoteIdentifier(words)}${lists})`
}
