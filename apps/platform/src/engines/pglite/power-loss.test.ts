/**
 * Acknowledged writes survive a power cut: the directory is rebuilt from what was written and flushed, as after power
 * cuts at random moments. PGlite opens each, and finds every acknowledged change.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from '../testing/random-from.js'
import {
  acknowledgedBefore,
  afterPowerCut,
  answeredTooEarly,
  readTrace,
  snapshot,
  type Step,
} from '../testing/power-cut.js'
import { temporaryDirectory } from '../testing/temporary-directory.js'
import { testProgram } from '../testing/test-program.js'
import { createTemplates, templatesDirectory } from '../templates/database-templates.js'
import { EmbeddedPostgres } from './embedded-postgres.js'

const CHANGES = 60
/** `npm run test:full` cuts the power fifty times. */
const CUTS = process.env['BASEDECK_WHOLE_MATRIX'] === '1' ? 50 : 2
const SEED = 20_261_123

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let root: string
let trace: Step[]
let before: string

beforeAll(async () => {
  directory = await temporaryDirectory()
  root = join(directory.path, 'database')
  before = join(directory.path, 'before')
  const templates = templatesDirectory(directory.path)
  const made = await EmbeddedPostgres.openDirectory(root, createTemplates(templates))
  await made.close()
  await snapshot(root, before)
  const file = join(directory.path, 'trace')
  const traced = fileURLToPath(new URL('../testing/traced-files.cjs', import.meta.url))
  const child = spawnSync(
    process.execPath,
    ['--require', traced, ...testProgram('traced-child'), root, templates, String(CHANGES)],
    { env: { ...process.env, BASEDECK_TRACED: root, BASEDECK_TRACE: file }, encoding: 'utf8' },
  )
  if (child.status !== 0) throw new Error(child.stderr)
  trace = await readTrace(file)
})
afterAll(() => directory.remove())

test('each change was flushed before it was acknowledged', () => {
  expect(answeredTooEarly(trace)).toEqual([])
  expect(acknowledgedBefore(trace, trace.length)).toHaveLength(CHANGES)
})

test.each(Array.from({ length: CUTS }, (_, cut) => cut))(
  'cut %i loses nothing that was acknowledged',
  async (cut) => {
    const chance = randomFrom(SEED + cut)
    const step = Math.floor(chance() * trace.length)
    const target = join(directory.path, `cut-${cut}`)
    await afterPowerCut({ before, root, trace }, step, target, chance)
    const postgres = await EmbeddedPostgres.openDirectory(
      target,
      createTemplates(templatesDirectory(directory.path)),
    )
    try {
      const answered = acknowledgedBefore(trace, step)
      const found = answered.length === 0 ? [] : await ids(postgres)
      expect(found.slice(0, answered.length)).toEqual(answered)
      for (const id of answered.filter((one) => one % 7 === 0))
        expect((await postgres.query(`select count(*)::int as n from made_${id}`)).rows).toEqual([{ n: id }])
    } finally {
      await postgres.close()
    }
  },
)

async function ids(postgres: EmbeddedPostgres): Promise<number[]> {
  const { rows } = await postgres.query<{ id: number }>('select id from kept order by id')
  return rows.map(({ id }) => id)
}
