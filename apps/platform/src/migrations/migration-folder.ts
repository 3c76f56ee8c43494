/** `basedeck migration`: the files of a folder against the history of a database. */
import {
  migrationFile,
  migrationFileName,
  migrationSlug,
  migrationStandings,
  nextMigrationVersion,
  type MigrationFile,
  type MigrationStanding,
} from '@basedeck/core/rules'
import type { MigrationDetail, SchemaDrift } from '@basedeck/platform-client/contract'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MigrationAction } from '../config/command.js'
import type { MigrationsQuestion, OperatorAnswer } from '../config/operator-socket.js'
import { migrationCommandText as text } from '../text/migration-command.js'

/** What is printed, and how the program exits: 0 done or equal, 1 something differs or failed, 2 it could not run. */
export interface MigrationReport {
  lines: string[]
  /** Printed as an error. */
  problem?: string
  exitCode: 0 | 1 | 2
}

export interface MigrationCommand {
  action: MigrationAction
  folder: string
  isDry: boolean
  format: 'text' | 'json'
  /** Asks the database. */
  ask(ask: MigrationsQuestion['ask']): Promise<OperatorAnswer>
  /** Milliseconds. */
  now: number
}

/** It could not run; the message says why. */
class CouldNotRun extends Error {}

export async function runMigrationCommand(command: MigrationCommand): Promise<MigrationReport> {
  const { action } = command
  try {
    switch (action.verb) {
      case 'new':
        return await newFile(command, action.name)
      case 'status':
        return await status(command)
      case 'up':
        return await up(command)
      case 'diff':
        return await diff(command)
    }
  } catch (error) {
    if (!(error instanceof CouldNotRun)) throw error
    return { lines: [], problem: error.message, exitCode: 2 }
  }
}

async function newFile({ folder, format, now }: MigrationCommand, name: string): Promise<MigrationReport> {
  if (migrationSlug(name) === '') throw new CouldNotRun(text.noName)
  const path = (file: string) => join(folder, file)
  let file = ''
  try {
    await mkdir(folder, { recursive: true })
    const versions = (await readdir(folder)).flatMap((one) => migrationFileName(one)?.version ?? [])
    file = path(migrationFile(nextMigrationVersion(now, versions), name))
    await writeFile(file, '', { flag: 'wx' })
  } catch (error) {
    throw new CouldNotRun(text.notWritten(file || folder, (error as Error).message))
  }
  return { lines: [format === 'json' ? JSON.stringify({ file }) : text.made(file)], exitCode: 0 }
}

async function status(command: MigrationCommand): Promise<MigrationReport> {
  const { standings } = await standingsOf(command)
  const open = standings.filter(({ state }) => state !== 'applied')
  const exitCode = open.length === 0 ? 0 : 1
  if (command.format === 'json')
    return { lines: [JSON.stringify({ passed: exitCode === 0, migrations: standings }, null, 2)], exitCode }
  return {
    lines: [...standings.map(lineOf), ...remarksOn(open), text.summary(open.length, standings.length)],
    exitCode,
  }
}

async function up(command: MigrationCommand): Promise<MigrationReport> {
  const { isDry, format, ask } = command
  const { standings, files } = await standingsOf(command)
  const unclear = standings.filter(
    ({ state }) => state === 'late' || state === 'changed' || state === 'double',
  )
  const pending = standings.filter(({ state }) => state === 'pending')
  const applied: string[] = []
  let failed: { file: string; message: string } | null = null
  for (const { version, name, file } of unclear.length > 0 || isDry ? [] : pending) {
    const sql = files.find((one) => one.file === file)?.sql ?? ''
    const answer = await ask({ version, name: name || version, sql })
    if ('error' in answer) {
      failed = { file: file ?? version, message: answer.error }
      break
    }
    applied.push(file ?? version)
  }
  const exitCode = failed || unclear.length > 0 ? 1 : 0
  if (format === 'json') {
    const wouldApply = isDry && unclear.length === 0 ? pending.map(({ file }) => file) : []
    return {
      lines: [JSON.stringify({ applied, would_apply: wouldApply, refused: unclear, failed }, null, 2)],
      exitCode,
    }
  }
  if (unclear.length > 0)
    return { lines: [text.refused, ...unclear.map(lineOf), ...remarksOn(unclear)], exitCode }
  const lines = isDry
    ? pending.map(({ file }) => text.wouldApply(file ?? ''))
    : applied.map((file) => text.applied(file))
  return {
    lines: pending.length === 0 ? [text.nothing] : lines,
    ...(failed ? { problem: text.failed(failed.file, failed.message) } : {}),
    exitCode,
  }
}

async function diff({ ask, format }: MigrationCommand): Promise<MigrationReport> {
  const drift = await answerTo<SchemaDrift>(ask, 'drift')
  const { changes, failed, replayed, not_compared: notCompared, left_out: leftOut } = drift
  const exitCode = failed ? 2 : changes.length > 0 ? 1 : 0
  if (format === 'json') return { lines: [JSON.stringify(drift, null, 2)], exitCode }
  if (failed) return { lines: [], problem: text.unreplayed(failed.version, failed.message), exitCode }
  return {
    lines: [
      ...(changes.length === 0 ? [text.noDrift(replayed)] : changes.flatMap(changeLines)),
      ...notCompared.map(({ kind, names }) => text.notCompared(kind, names)),
      ...leftOut.map(({ version }) => text.leftOut(version)),
    ],
    exitCode,
  }
}

function changeLines({ sql, lock, rewrites, loses_data: loses }: SchemaDrift['changes'][number]): string[] {
  const costs = [
    ...(lock === null ? [] : [lock]),
    ...(rewrites ? [text.rewrites] : []),
    ...(loses ? [text.loses] : []),
  ]
  return [...(costs.length > 0 ? [text.costs(costs)] : []), `${sql};`]
}

async function standingsOf({ folder, ask }: MigrationCommand) {
  const files = await filesIn(folder)
  const history = await answerTo<MigrationDetail[]>(ask, 'history')
  return { files, standings: migrationStandings(files, history) }
}

async function filesIn(folder: string): Promise<MigrationFile[]> {
  try {
    const names = (await readdir(folder)).filter((name) => migrationFileName(name) !== null)
    return await Promise.all(
      names.map(async (file) => ({ file, sql: await readFile(join(folder, file), 'utf8') })),
    )
  } catch (error) {
    throw new CouldNotRun(text.noFolder(folder, (error as Error).message))
  }
}

async function answerTo<Value>(ask: MigrationCommand['ask'], what: 'history' | 'drift'): Promise<Value> {
  const answer = await ask(what)
  if ('error' in answer) throw new CouldNotRun(answer.error)
  return JSON.parse(answer.lines[0] ?? 'null') as Value
}

function lineOf({ state, file, version, name }: MigrationStanding): string {
  return text.standing(state, file ?? `${version} ${name ?? ''}`.trim())
}

function remarksOn(standings: readonly MigrationStanding[]): string[] {
  return [...new Set(standings.map(({ state }) => text.standingOf(state)))].filter(
    (remark) => remark !== null,
  )
}
