import { expect, test } from 'vitest'
import { isDump } from './dump.js'

test.each([
  '--\n-- PostgreSQL database dump\n--\n\nSET x = 1;',
  '--\r\n-- PostgreSQL database dump\r\n--\r\n',
  '--\n-- PostgreSQL database cluster dump\n--\n',
  '\n-- made on Monday\n\n--\n-- PostgreSQL database dump\n--\n',
])('a dump: %j', (sql) => expect(isDump(sql)).toBe(true))

test.each([
  '',
  'select 1',
  "select '\n-- PostgreSQL database dump\n'",
  'select 1;\n--\n-- PostgreSQL database dump\n--\n',
  '--\n-- PostgreSQL database dump complete\n--\n',
  '-- PostgreSQL database dump',
])('no dump: %j', (sql) => expect(isDump(sql)).toBe(false))
