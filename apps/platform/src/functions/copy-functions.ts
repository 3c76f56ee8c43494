/** Copies the served versions of the parent’s functions into a branch. The copies have their own ids and files. */
import { constants } from 'node:fs'
import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { randomInt, randomUUID } from 'node:crypto'
import { FUNCTIONS_MAX } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from '../control/control-database.js'
import {
  deleteFunctionRows,
  insertVersion,
  listFunctionRows,
  listVersionRows,
  updateFunctionRow,
} from '../control/functions.js'
import { DomainError } from '../kernel/domain-error.js'
import { closeTo } from './build-function.js'
import { uidOf } from './walls.js'

export interface CopyFunctionsDeps {
  control: ControlDatabase
  /** Of the builds of a project. */
  folderOf(ref: string): string
  /** True: a process can read only the files of its own function. */
  hasFileWalls: boolean
  /** Greater than each number of a function. */
  numbers: number
}

/**
 * What the branch had is replaced, all or nothing. Files that no row names are swept, so that a program that is killed meanwhile
 * leaves nothing behind.
 */
export async function copyFunctions(deps: CopyFunctionsDeps, from: string, to: string): Promise<void> {
  const { control, folderOf, hasFileWalls, numbers } = deps
  const statements: ControlStatement[] = [deleteFunctionRows(to)]
  const made: string[] = []
  try {
    for (const { slug, name, verify_jwt: verifyJwt, timeout_seconds, memory_mb } of await listFunctionRows(
      control,
      from,
    )) {
      const served = (await listVersionRows(control, from, slug)).find((version) => version.is_served)
      if (!served) continue
      const build = randomUUID()
      const number = randomInt(1, numbers)
      const folder = join(folderOf(to), build)
      made.push(folder)
      await mkdir(folderOf(to), { recursive: true, mode: 0o755 })
      await cp(join(folderOf(from), served.build), folder, {
        recursive: true,
        verbatimSymlinks: true,
        mode: constants.COPYFILE_FICLONE,
      })
      if (hasFileWalls) await closeTo(folder, uidOf(number))
      statements.push(
        ...insertVersion(
          {
            ref: to,
            slug,
            name,
            verifyJwt,
            build,
            number,
            by: served.made_by,
            rolledBackTo: null,
            files: served.files,
            bytes: served.bytes,
            entrypoint: served.entrypoint_path,
            importMap: served.import_map_path,
          },
          FUNCTIONS_MAX,
        ),
        updateFunctionRow(to, slug, { timeout_seconds, memory_mb }),
      )
    }
    const written = await control.write(statements)
    if (!written.ok) throw new DomainError('too_many_functions')
  } catch (error) {
    for (const folder of made) await rm(folder, { recursive: true, force: true })
    throw error
  }
}
