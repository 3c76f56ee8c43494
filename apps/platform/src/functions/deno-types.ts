/**
 * Deno's types for the editor of functions. Deno is asked once; its answer is kept in the data directory under the version, and
 * read when a browser asks.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findDeno, type Deno } from './find-deno.js'

/** The text for a version; undefined: that one is not here. */
export type DenoTypes = (version: string) => Promise<string | undefined>

const FOLDER = 'deno-types'
const VERSION = /^\d+\.\d+\.\d+$/
const ASK_MS = 30_000
const TEXT_BYTES = 16 * 1024 * 1024
const run = promisify(execFile)

/** @param find default: as functions find it */
export function createDenoTypes(
  dataDir: string,
  find: () => Promise<Deno | undefined> = () => findDeno(dataDir),
): DenoTypes {
  let found: Promise<Deno | undefined> | undefined
  return async (version) => {
    if (!VERSION.test(version)) return undefined
    const path = join(dataDir, FOLDER, `${version}.d.ts`)
    const kept = await readFile(path, 'utf8').catch(() => undefined)
    if (kept !== undefined) return kept
    found ??= find()
    const deno = await found
    // It may be installed, or another one, meanwhile.
    if (deno?.version !== version) found = undefined
    if (deno?.version !== version) return undefined
    const { stdout } = await run(deno.path, ['types'], { timeout: ASK_MS, maxBuffer: TEXT_BYTES })
    // Without room it is asked again.
    await keep(path, stdout).catch(() => {})
    return stdout
  }
}

/** Whole or not at all. */
async function keep(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  try {
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(draft, text)
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}
