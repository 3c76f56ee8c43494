/** A program for tests: commits changes of many kinds in a PGlite directory while its files are traced. */
import { createTemplates } from '../templates/database-templates.js'
import { EmbeddedPostgres } from '../pglite/embedded-postgres.js'

declare global {
  /** Of `traced-files.cjs`. */
  var acknowledge: (change: number) => void
}

const [, , directory, templates, count] = process.argv
if (!directory || !templates) throw new Error('usage: traced-child <directory> <templates> <changes>')

const postgres = await EmbeddedPostgres.openDirectory(directory, createTemplates(templates))
await postgres.exec('create table kept (id int primary key, pad text)')
for (let id = 1; id <= Number(count); id++) {
  await postgres.exec(`insert into kept values (${id}, repeat('x', ${(id * 37) % 3000}))`)
  if (id % 7 === 0) await postgres.exec(`create table made_${id} as select * from kept`)
  if (id % 11 === 0) await postgres.exec('checkpoint')
  if (id % 13 === 0) await postgres.exec(`update kept set pad = pad || 'y' where id % 2 = 0`)
  globalThis.acknowledge(id)
}
// Killed without closing anything, as in a power cut.
process.exit(0)
