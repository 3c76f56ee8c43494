/**
 * Our reader beside pg_dump: an object is made by its form, written down by pg_dump, taken away, made again from what our reader
 * read of it, and written down again. Where the reader left anything out, the two texts differ.
 */
import { objectKinds, type ObjectKind, type ObjectKindName } from '@basedeck/core/sql'
import { getProjectSettings } from '@basedeck/platform-client'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { askable, examples, S } from './object-examples.js'
import { openObjectStage, type ObjectStage } from './object-stage.js'

const execute = promisify(execFile)
const PASSWORD = 'a password of the owner'

/** pg_dump writes no roles and no slots; what it writes of rights of columns is one kind, which is changed and not made. */
const NOT_IN_DUMPS: readonly ObjectKindName[] = [
  'role',
  'slot',
  'columnPrivilege',
  'subscription',
  'extension',
]
const KINDS = (Object.keys(objectKinds) as ObjectKindName[]).filter((kind) => !NOT_IN_DUMPS.includes(kind))

/** The newest that is installed: it dumps older servers too. The packages of npm have none. */
const program = newestPgDump()

let stage: ObjectStage
let environment: NodeJS.ProcessEnv
beforeAll(async () => {
  stage = await openObjectStage('cluster', { ownerPassword: PASSWORD })
  const at = await stage.running.client.call(getProjectSettings, { params: { ref: OWN_REF } })
  environment = {
    ...process.env,
    PGHOST: at.db_host,
    PGPORT: String(at.db_port),
    PGUSER: at.db_user,
    PGDATABASE: at.db_name,
    PGPASSWORD: PASSWORD,
  }
})
afterAll(() => stage.running.stop())

/** The schema as text, without what differs at each run. */
async function dump(): Promise<string> {
  const { stdout } = await execute(program, ['--schema-only', '--no-owner'], {
    env: environment,
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout.replace(/^\\(?:un)?restrict .*$/gm, '')
}

test.each(KINDS)(
  '%s: what our reader reads is all that pg_dump writes',
  async (kindName) => {
    const kind: ObjectKind = objectKinds[kindName]
    const { values: arbitrary, needsAdmin } = examples[kindName]
    await fc.assert(
      fc.asyncProperty(arbitrary, async (given) => {
        await stage.empty()
        const made = { ...kind.blank(S), ...askable(kindName, given, stage.versionNumber) }
        await stage.run(kind.create(made), needsAdmin)
        const read = await stage.found(kindName, made)
        if (read === null) throw new Error('It was not made')
        const before = await dump()
        expect(before).toContain('CREATE')
        await stage.run(kind.drop(read, false), needsAdmin)
        await stage.run(kind.create(read), needsAdmin)
        expect(await dump()).toBe(before)
      }),
      { numRuns: 3, endOnFailure: true },
    )
  },
  300_000,
)

/** Debian keeps its programs in a folder for each version; elsewhere it is in PATH. */
function newestPgDump(): string {
  const folder = '/usr/lib/postgresql'
  const majors = existsSync(folder) ? readdirSync(folder).map(Number).filter(Number.isInteger) : []
  return majors.length === 0 ? 'pg_dump' : `${folder}/${Math.max(...majors)}/bin/pg_dump`
}
