import { expect, test } from 'vitest'
import { castSql } from './cast-sql.js'

test.each([
  ['int', 'int'],
  ['INT', 'int'],
  ['double  precision', 'double precision'],
  ['timestamp with time zone[]', 'timestamp with time zone[]'],
  ['jsonb', '"jsonb"'],
  ['Mood', '"mood"'],
  ['text[][]', '"text"[][]'],
  ['text union select 1', '"text union select 1"'],
  ['null', '"null"'],
])('a cast to %j is written %j', (cast, sql) => {
  expect(castSql('x', cast)).toBe(`cast(x as ${sql})`)
})
