/** A folder for the programs that a test starts. After each test they are stopped and the folder is deleted. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, vi } from 'vitest'
import { endPoolers } from './end-poolers.js'
import type { Program } from './program.js'

export interface ProgramFolder {
  readonly path: string
  at(...names: string[]): string
  /** Ends the program after the test. */
  keep(program: Program): void
}

/** Called once in a test file, outside of its tests. */
export function programFolder(): ProgramFolder {
  // These tests start whole platforms, which is slow on a busy machine.
  vi.setConfig({ testTimeout: 90_000 })
  let path = ''
  let running: Program[] = []
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'basedeck-program-'))
    // As root, PostgreSQL runs as another user, who must be able to enter.
    await chmod(path, 0o755)
  })
  afterEach(async () => {
    await Promise.all(running.map((program) => program.end('SIGKILL')))
    running = []
    await endPoolers(path)
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  })
  return {
    get path() {
      return path
    },
    at: (...names) => join(path, ...names),
    keep: (program) => void running.push(program),
  }
}
