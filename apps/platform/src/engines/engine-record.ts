/**
 * The engine and the PostgreSQL version that made a project's database. The record is stored with it, so that no
 * other engine or version opens it.
 */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError, type EngineKind } from './engine.js'
import { projectDirectory } from './project-directory.js'
import { directoryText } from '../text/engines.js'

export interface EngineRecord {
  engine: Exclude<EngineKind, 'postgres'>
  postgresMajor: number
}

const FILE_NAME = 'engine.json'

/** Undefined when the project has no database yet. @throws EngineError `directory` when the file is damaged */
export async function readEngineRecord(dataDir: string, id: DatabaseId): Promise<EngineRecord | undefined> {
  return readEngineRecordIn(projectDirectory(dataDir, id))
}

/** The same for a project's directory at another path. @throws EngineError `directory` */
export async function readEngineRecordIn(directory: string): Promise<EngineRecord | undefined> {
  const path = join(directory, FILE_NAME)
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const record = parse(text)
  if (!record) throw new EngineError('directory', directoryText.recordDamaged(path))
  return record
}

/** Writes the record of a new project, and compares it with that of an old one. @throws EngineError `version` */
export async function keepEngineRecord(dataDir: string, id: DatabaseId, now: EngineRecord): Promise<void> {
  const kept = await readEngineRecord(dataDir, id)
  if (!kept) {
    const directory = projectDirectory(dataDir, id)
    await mkdir(directory, { recursive: true })
    return writeFile(join(directory, FILE_NAME), `${JSON.stringify(now, null, 2)}\n`)
  }
  checkEngine(id, kept, now.engine)
  if (kept.postgresMajor !== now.postgresMajor) throw otherMajor(id, kept.postgresMajor, now.postgresMajor)
}

/** @throws EngineError `version` when another engine made the database */
export function checkEngine(id: DatabaseId, kept: EngineRecord, engine: EngineRecord['engine']): void {
  if (kept.engine === engine) return
  throw new EngineError('version', directoryText.otherEngine(id, kept.engine, engine))
}

/** The refusal of a database that another PostgreSQL made. */
export function otherMajor(id: DatabaseId, kept: number, found: number): EngineError {
  return new EngineError('version', directoryText.otherMajor(id, kept, found))
}

function parse(text: string): EngineRecord | undefined {
  try {
    const { engine, postgresMajor } = JSON.parse(text) as Partial<EngineRecord>
    const known = engine === 'cluster' || engine === 'pglite'
    return known && typeof postgresMajor === 'number' ? { engine, postgresMajor } : undefined
  } catch {
    return undefined
  }
}
