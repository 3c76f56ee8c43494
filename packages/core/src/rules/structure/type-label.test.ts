import { expect, test } from 'vitest'
import { typeLabel } from './type-label.js'

test.each([
  ['bigint', 'int8'],
  ['integer[]', 'int4[]'],
  ['smallint', 'int2'],
  ['double precision', 'float8'],
  ['real', 'float4'],
  ['boolean', 'bool'],
  ['character varying(80)', 'varchar(80)'],
  ['character varying', 'varchar'],
  ['character(3)', 'char(3)'],
  ['bit varying(4)', 'varbit(4)'],
  ['timestamp with time zone', 'timestamptz'],
  ['timestamp(3) with time zone[]', 'timestamptz(3)[]'],
  ['timestamp without time zone', 'timestamp'],
  ['time(0) without time zone', 'time(0)'],
  ['time with time zone', 'timetz'],
])('%s is %s', (long, short) => expect(typeLabel(long)).toBe(short))

test.each([
  'text',
  'numeric(10,2)',
  'integers',
  'realm',
  '"bigint"',
  'shop.boolean',
  'interval',
  'booleans[]',
])('%s stays', (name) => expect(typeLabel(name)).toBe(name))
