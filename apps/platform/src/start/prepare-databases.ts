/**
 * Run by the build: prepares the PGlite databases that new ones begin with, because initdb in WebAssembly takes seconds.
 * Its argument is the directory for the packed databases.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlDirectory } from '../control/control-location.js'
import { openControlDatabase } from '../control/open-control-database.js'
import { preparedName } from '../engines/pglite/prepared-database.js'
import { PgliteEngine } from '../engines/pglite/pglite-engine.js'
import { projectDirectory } from '../engines/project-directory.js'
import { packDirectory } from '../engines/templates/packed-directory.js'

const PROJECT = 'prepared'

/** The control plane never creates a database, and two thirds of the files are those of the templates. */
const WITHOUT_TEMPLATES = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
]

const [target] = process.argv.slice(2)
if (target === undefined) throw new Error('Give the directory for the packed databases.')
const dataDir = await mkdtemp(join(tmpdir(), 'basedeck-prepare-'))
try {
  const control = openControlDatabase({ dataDir, wanted: 'pglite' })
  await control.ready
  for (const sql of WITHOUT_TEMPLATES) await control.script(sql)
  await control.close()
  const engine = new PgliteEngine({ dataDir })
  await engine.open(PROJECT)
  await engine.close()
  await mkdir(target, { recursive: true })
  const packed = { control: controlDirectory(dataDir), project: projectDirectory(dataDir, PROJECT) }
  for (const kind of ['control', 'project'] as const)
    await writeFile(join(target, preparedName(kind)), await packDirectory(join(packed[kind], 'pglite')))
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
