import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCommand } from '../config/read-command.js'
import type { Inside } from '../services/open-platform.js'
import { runPoolers } from './run-poolers.js'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'basedeck-poolers-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test.runIf(process.env['BASEDECK_WITHOUT_PGBOUNCER'] === undefined)(
  'a platform that ends while the poolers start ends them, before its control plane',
  async () => {
    const lines: string[] = []
    let isOpen = true
    const control = {
      select: async () => {
        if (!isOpen) throw new Error('The control database can’t be reached')
        return []
      },
    } as unknown as Inside['control']
    const inside = {
      control,
      life: {},
      box: { passwordFor: () => 'hush-hush-hush' },
      projectChanges: { subscribe: () => () => {} },
    } as unknown as Inside
    const command = readCommand(['start', '--platform', '--data-dir', dataDir], {})
    if (command.type !== 'start') throw new Error('It is no start')
    const ends: (() => Promise<void>)[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const poolers = runPoolers(inside, command.config, 'an-installation', log, ends)

    while (ends.length > 0) await ends.pop()?.()
    isOpen = false
    // Waits for what is under way.
    await (await poolers)?.close()
    expect(lines).toEqual([])
  },
)
