/**
 * The databases that tests open in WebAssembly share one compiled program. V8 forgets a program with the last thread that
 * runs it, and tests close each database before the next: compiling it again costs more than the test.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach } from 'vitest'

const platform = fileURLToPath(new URL('../apps/platform/', import.meta.url))
/** The files of one process share it. */
const HELD = Symbol.for('basedeck.compiled')

beforeEach(({ task: { file } }) => {
  if (!globalThis[HELD] && file.filepath.startsWith(platform)) globalThis[HELD] = compile()
})

async function compile() {
  const folder = dirname(createRequire(platform).resolve('@electric-sql/pglite'))
  return WebAssembly.compile(await readFile(join(folder, 'pglite.wasm')))
}
