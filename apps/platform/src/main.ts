#!/usr/bin/env node
/** The program `basedeck`: reads its options, starts the platform, and stops cleanly. */
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { answerOperator } from './accounts/user-commands.js'
import { answerBackup, dumpAtRest, restoreFromStore, restoreNew } from './backup/backup-commands.js'
import { check } from './start/check.js'
import { helpText, type Config } from './config/config.js'
import type { FolderCommand } from './config/command.js'
import { readCommand } from './config/read-command.js'
import type { Installation } from './config/data-directory.js'
import { EngineError } from './engines/engine.js'
import { createLog } from './kernel/log.js'
import { followLogs } from './log-lines/logs-command.js'
import { openPlatform, type Inside } from './services/open-platform.js'
import {
  askRunningPlatform,
  type BackupQuestion,
  type FunctionsQuestion,
  type LogsQuestion,
  type MigrationsQuestion,
  type OperatorAnswer,
  type OperatorQuestion,
  type SampleQuestion,
  type AuthConfigQuestion,
  type TypesQuestion,
} from './config/operator-socket.js'
import { ensureOwnProject } from './start/own-project.js'
import { answerSample, hasNoOrganization } from './seed/sample-command.js'
import { freeBytes } from './services/disk-space.js'
import { productVersion } from './product-version.js'
import { answerAuthConfig } from './auth-config/auth-config-command.js'
import { readAuthConfigFile } from './auth-config/auth-config-file.js'
import { authConfigText } from './text/auth-config.js'
import { branchReport } from './branches/branch-command.js'
import { branchCommandText } from './text/branches.js'
import { keptReport } from './backup/kept/kept-command.js'
import { keptCommandText } from './text/kept-backups.js'
import { functionsReport } from './functions/functions-command.js'
import { serveFolder } from './functions/serve-folder.js'
import { watchFolder } from './functions/watch-folder.js'
import { readFunctionFolder } from './functions/function-folder.js'
import { installDeno } from './functions/install-deno.js'
import { functionCommandText } from './text/functions.js'
import { replicaReport } from './replicas/replica-command.js'
import { replicaCommandText } from './text/replicas.js'
import { migrationCommandText } from './text/migration-command.js'
import { advisorsOfUrl, advisorsReport, answerAdvisors } from './advisors/advisors-command.js'
import { answerPolicies, policiesOfUrl, policiesReport } from './policies/policies-command.js'
import { policyCasesIn } from './policies/policy-cases.js'
import { policiesText } from './text/policies.js'
import { runMigrationCommand } from './migrations/migration-folder.js'
import { answerDiff, diffReport } from './merge/diff-command.js'
import { answerMigrations, migrationsOfUrl } from './migrations/migrations-command.js'
import { answerTypes, typesOfUrl } from './types/types-command.js'
import { startFailure } from './app/start-failure.js'
import { builtDashboard, needsAccounts, startPlatform, type Platform } from './start/start.js'
import { logsText } from './text/logs.js'
import { startText } from './text/start.js'

const here = dirname(fileURLToPath(import.meta.url))
const EXIT_USAGE = 64
/** Orchestrators kill after ten seconds, without a word. */
const STOP_MS = 9000

await main()

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2), process.env)
  switch (command.type) {
    case 'help':
      return say(helpText())
    case 'version':
      return say(productVersion())
    case 'invalid':
      process.exitCode = EXIT_USAGE
      return complain(command.sentence)
    case 'check':
      process.exitCode = await check(command.args)
      return
    case 'start':
      return start(command.config)
    case 'user':
      return user(command.config, { command: command.command, email: command.email })
    case 'user-list':
      return user(command.config, { command: null, email: '' })
    case 'dump':
    case 'restore':
      return backup(command.type, command.config, command.backup)
    case 'types':
      return types(command.config, command.types, command.databaseUrl)
    case 'auth-config':
      return authConfig(command.config, command.project, command.file)
    case 'logs':
      return logs(command.config, { project: command.project, function: command.function }, command.follows)
    case 'functions-install':
      return installFunctions(command.config)
    case 'functions-list':
      return functions(command, { verb: 'list', project: command.project })
    case 'functions-deploy':
      return deployFolder(command)
    case 'functions-serve':
      return serveFunction(command)
    case 'backup':
      return byTheRunning(command.config, {
        question: { command: 'backup', email: '', kept: command.kept },
        notRunning: keptCommandText.notRunning,
        format: command.format,
        report: (json) => keptReport(command.kept.verb, json),
      })
    case 'branch':
      return byTheRunning(command.config, {
        question: { command: 'branch', email: '', branch: command.branch },
        notRunning: branchCommandText.notRunning,
        format: command.format,
        report: (json) => branchReport(command.branch.verb, json),
      })
    case 'replica':
      return byTheRunning(command.config, {
        question: { command: 'replica', email: '', replica: command.replica },
        notRunning: replicaCommandText.notRunning,
        format: command.format,
        report: (json) => replicaReport(command.replica.verb, json),
      })
    case 'advisors':
      return advisors(command)
    case 'policies':
      return policies(command)
    case 'migration':
      return migration(command)
    case 'diff':
      return diff(command)
    case 'seed-sample':
      return sample(command.config, { project: command.project })
    case 'seed':
      // One of its projects fails on purpose: no line of the log shall frighten.
      return within({ ...command.config, logLevel: 'error' }, async (inside) => {
        const { seedDemo } = await import('./seed/seed-demo.js')
        await seedDemo(inside, say)
      })
  }
}

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  try {
    const platform = await startPlatform(config, {
      log,
      version: productVersion(),
      dashboardDir: builtDashboard(here),
    })
    stopOnSignals(platform, config)
    await report(platform, config)
  } catch (error) {
    await fail(error, config)
  }
}

/**
 * The control plane and engines open after the page is served. If they fail, the program ends. It also ends when the
 * database can't be opened because of a start option: a wrong URL, or a data directory of another engine or version.
 * Otherwise the page shows the error, and the next request tries again.
 */
async function report(platform: Platform, config: Config): Promise<void> {
  const startedAt = performance.now()
  try {
    const { engine, notes, setupUrl } = await platform.opened
    // Not before: a start that fails has no address.
    sayAddresses(platform, config)
    say(startText.engine(engine))
    for (const note of notes) say(startText.note(note))
    if (setupUrl !== undefined) say(startText.firstAccount(setupUrl))
  } catch (error) {
    await platform.stop()
    return fail(error, config)
  }
  try {
    const warnings = await platform.ready
    if (config.platform) say(startText.ready)
    else say(startText.open(Math.round(performance.now() - startedAt)))
    for (const warning of warnings) say(startText.warning(warning))
  } catch (error) {
    if (config.databaseUrl !== undefined || (error instanceof EngineError && error.code === 'version')) {
      await platform.stop()
      await fail(error, config)
    } else complain(await reasonOf(error, config.dataDir))
  }
}

function sayAddresses(platform: Platform, { publicUrl, dataDir }: Config): void {
  say(startText.address(publicUrl ?? platform.url))
  if (publicUrl !== undefined) say(startText.behind(platform.url))
  say(startText.projectApi(platform.apiUrl))
  if (platform.apiUrl !== platform.ownApiUrl) say(startText.behind(platform.ownApiUrl))
  if (platform.pgAddress !== undefined) say(startText.pgPort(platform.pgAddress))
  say(startText.data(dataDir))
}

/** Runs a command that needs the control plane and engines, but no server. */
async function within(
  config: Config,
  work: (inside: Inside, installation: Installation) => Promise<void>,
): Promise<void> {
  const log = createLog(config.logLevel)
  try {
    const platform = await openPlatform(config, { log })
    try {
      await work(await platform.inside(), platform.installation)
    } finally {
      await platform.close()
    }
  } catch (error) {
    await fail(error, config)
  }
}

/** A running platform does it; otherwise the installation is opened for the command. */
async function user(config: Config, question: OperatorQuestion): Promise<void> {
  try {
    const answer = await askRunningPlatform(config.dataDir, question)
    if (answer) return tell(answer)
  } catch (error) {
    return fail(error, config)
  }
  await within(config, async ({ control }) =>
    tell(await answerOperator(question, { control, publicUrl: config.publicUrl ?? addressOf(config) })),
  )
}

/** A platform that runs does it, except for a restore into a new directory. */
async function backup(command: 'dump' | 'restore', config: Config, question: BackupQuestion): Promise<void> {
  try {
    const isNew = command === 'restore' && question.project === null
    const asked = { command, email: '', backup: question }
    const answer = isNew ? undefined : await askRunningPlatform(config.dataDir, asked)
    if (answer) return tell(answer)
    if (isNew && question.store) return tell(await restoreFromStore(config, question.store))
    if (isNew) return tell(await restoreNew(config.dataDir, question.file))
    if (command === 'dump') return tell(await dumpAtRest(config, question, productVersion()))
  } catch (error) {
    return fail(error, config)
  }
  await within(config, async (inside, { id }) =>
    tell(
      await answerBackup(command, question, {
        inside,
        config,
        installationId: id,
        version: productVersion(),
        signal: new AbortController().signal,
      }),
    ),
  )
}

/** A platform that runs does it; otherwise the installation is opened for the command. */
async function sample(config: Config, question: SampleQuestion): Promise<void> {
  try {
    const asked = { command: 'seed', email: '', sample: question }
    const answer = await askRunningPlatform(config.dataDir, asked)
    if (answer) return tell(answer)
  } catch (error) {
    return fail(error, config)
  }
  await within(config, async (inside) => {
    // A platform that was never started has no project yet.
    if (!config.platform && question.project === null && (await hasNoOrganization(inside.control)))
      await ensureOwnProject(inside, needsAccounts(config))
    tell(await answerSample(question, inside))
  })
}

/** A platform that runs does it; otherwise the installation is opened for the command. */
async function types(
  config: Config,
  question: TypesQuestion,
  databaseUrl: string | undefined,
): Promise<void> {
  try {
    const asked = { command: 'types', email: '', types: question }
    const answer =
      databaseUrl === undefined
        ? await askRunningPlatform(config.dataDir, asked)
        : await typesOfUrl(databaseUrl, question.schemas)
    if (answer) return tell(answer)
  } catch (error) {
    return fail(error, config)
  }
  await within(config, async (inside) => tell(await answerTypes(question, inside)))
}

/** A platform that runs does it, so that it follows at once; otherwise the installation is opened for the command. */
async function authConfig(config: Config, project: string | null, file: string | null): Promise<void> {
  let question: AuthConfigQuestion
  try {
    const text = file === null ? null : await readFile(file, 'utf8')
    question = { project, changes: text === null ? null : readAuthConfigFile(text, process.env) }
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error
    return tell({ error: isGone ? authConfigText.noFile(file ?? '') : (error as Error).message })
  }
  try {
    const asked = { command: 'auth-config', email: '', authConfig: question }
    const answer = await askRunningPlatform(config.dataDir, asked)
    if (answer) return tell(answer)
  } catch (error) {
    return fail(error, config)
  }
  await within(config, async (inside) => tell(await answerAuthConfig(question, inside)))
}

/** Lines are kept by the process that runs: there is none to ask while it is stopped. */
async function logs(
  config: Config,
  asked: Pick<LogsQuestion, 'project' | 'function'>,
  follows: boolean,
): Promise<void> {
  const ask = (question: LogsQuestion) =>
    askRunningPlatform(config.dataDir, { command: 'logs', email: '', logs: question })
  const question = { ...asked, from: null }
  try {
    const answer = follows
      ? await followLogs(question, { ask, show: say, pause: sleep })
      : await ask(question)
    if (answer) return tell(answer)
    process.exitCode = 1
    complain(logsText.notRunning(config.dataDir))
  } catch (error) {
    await fail(error, config)
  }
}

async function installFunctions({ dataDir }: Config): Promise<void> {
  const outcome = await installDeno({ dataDir })
  if (outcome.type === 'failed') return tell({ error: outcome.message })
  const { version, path } = outcome.deno
  say(functionCommandText[outcome.type](version, path))
}

async function deployFolder(command: FolderCommand): Promise<void> {
  const { project, folder, name, verifyJwt } = command
  let read: Awaited<ReturnType<typeof readFunctionFolder>>
  try {
    read = await readFunctionFolder(folder, name)
  } catch (error) {
    return tell({ error: (error as Error).message })
  }
  return functions(command, { verb: 'deploy', project, ...read, verifyJwt })
}

/** Until it is ended, or no platform runs any longer. */
async function serveFunction({ config, project, folder, name, verifyJwt }: FolderCommand): Promise<void> {
  const { dataDir } = config
  let watched: ReturnType<typeof watchFolder> | undefined
  try {
    watched = watchFolder(folder)
    await serveFolder({
      read: () => readFunctionFolder(folder, name),
      changed: watched.changed,
      deploy: (read) =>
        askRunningPlatform(dataDir, {
          command: 'functions',
          email: '',
          functions: { verb: 'deploy', project, ...read, verifyJwt },
        }),
      follow: (slug) =>
        followLogs(
          { project, function: slug, from: Date.now() },
          {
            ask: (question) => askRunningPlatform(dataDir, { command: 'logs', email: '', logs: question }),
            show: say,
            pause: sleep,
          },
        ),
      show: say,
      complain,
      report: (json) => functionsReport('deploy', json),
    })
    process.exitCode = 1
    complain(functionCommandText.notRunning(dataDir))
  } catch (error) {
    complain(functionCommandText.noFolder(folder, (error as Error).message))
    process.exitCode = 1
  } finally {
    watched?.close()
  }
}

function functions(
  { config, format }: { config: Config; format: 'text' | 'json' },
  question: FunctionsQuestion,
): Promise<void> {
  return byTheRunning(config, {
    question: { command: 'functions', email: '', functions: question },
    notRunning: functionCommandText.notRunning,
    format,
    report: (json) => functionsReport(question.verb, json),
  })
}

/** What only the process that runs does: it holds branches, replicas and backups. */
interface ByTheRunning {
  question: OperatorQuestion
  /** Where no platform runs. */
  notRunning(directory: string): string
  format: 'text' | 'json'
  /** The lines that people read. @param json what was answered */
  report(json: string): string[]
}

async function byTheRunning(
  config: Config,
  { question, notRunning, format, report }: ByTheRunning,
): Promise<void> {
  try {
    const answer = await askRunningPlatform(config.dataDir, question)
    if (!answer) {
      process.exitCode = 1
      return complain(notRunning(config.dataDir))
    }
    if ('error' in answer || format === 'json') return tell(answer)
    report(answer.lines[0] ?? '{}').forEach(say)
  } catch (error) {
    await fail(error, config)
  }
}

/** Exits with 1 where something of that level was found, and with 64 where the rules could not run. */
async function advisors({
  config,
  project,
  databaseUrl,
  format,
  failsOn,
}: Extract<ReturnType<typeof readCommand>, { type: 'advisors' }>): Promise<void> {
  const question = { project }
  const report = (answer: OperatorAnswer) => {
    if ('error' in answer) {
      process.exitCode = EXIT_USAGE
      return complain(answer.error)
    }
    const { lines, passed } = advisorsReport(answer.lines[0] ?? '[]', { format, failsOn })
    lines.forEach(say)
    if (!passed) process.exitCode = 1
  }
  try {
    const asked = { command: 'advisors', email: '', advisors: question }
    const answer =
      databaseUrl === undefined
        ? await askRunningPlatform(config.dataDir, asked)
        : await advisorsOfUrl(databaseUrl)
    if (answer) return report(answer)
  } catch (error) {
    return fail(error, config)
  }
  await within(config, async (inside) => report(await answerAdvisors(question, inside)))
}

/** Exits with 1 where a case failed, and with 64 where the cases could not run. */
async function policies({
  config,
  check: file,
  project,
  databaseUrl,
  format,
}: Extract<ReturnType<typeof readCommand>, { type: 'policies' }>): Promise<void> {
  const complainOf = (sentence: string) => {
    process.exitCode = EXIT_USAGE
    complain(sentence)
  }
  const source = await readFile(file, 'utf8').catch((error: Error) => error)
  if (typeof source !== 'string') return complainOf(policiesText.noFile(file, source.message))
  const read = policyCasesIn(source)
  if ('problem' in read) return complainOf(policiesText.badFile(file, read.problem))
  const question = { project, cases: read.cases }
  const report = (answer: OperatorAnswer) => {
    if ('error' in answer) return complainOf(answer.error)
    const { lines, passed } = policiesReport(answer.lines[0] ?? '[]', format)
    lines.forEach(say)
    if (!passed) process.exitCode = 1
  }
  try {
    const asked = { command: 'policies', email: '', policies: question }
    const answer =
      databaseUrl === undefined
        ? await askRunningPlatform(config.dataDir, asked)
        : await policiesOfUrl(databaseUrl, question)
    if (answer) return report(answer)
  } catch (error) {
    return fail(error, config)
  }
  await within(config, async (inside) => report(await answerPolicies(question, inside)))
}

/** A platform that runs does it; otherwise the installation is opened for all that the command asks. */
async function migration({
  config,
  project,
  databaseUrl,
  ...command
}: Extract<ReturnType<typeof readCommand>, { type: 'migration' }>): Promise<void> {
  const run = async (asks: (question: MigrationsQuestion) => Promise<OperatorAnswer>) => {
    const { lines, problem, exitCode } = await runMigrationCommand({
      ...command,
      now: Date.now(),
      ask: (ask) => asks({ project, ask }),
    })
    lines.forEach(say)
    if (problem !== undefined) complain(problem)
    process.exitCode = exitCode
  }
  try {
    if (databaseUrl !== undefined) return await run((question) => migrationsOfUrl(databaseUrl, question))
    const askRunning = (question: MigrationsQuestion) =>
      askRunningPlatform(config.dataDir, { command: 'migration', email: '', migrations: question })
    // A new file needs no database.
    const isNeeded = command.action.verb !== 'new'
    const first = isNeeded ? await askRunning({ project, ask: 'history' }) : { lines: [] }
    const gone = { error: migrationCommandText.stopped }
    if (first) return await run(async (question) => (await askRunning(question)) ?? gone)
  } catch (error) {
    return fail(error, config)
  }
  await within(config, async (inside) => run((question) => answerMigrations(question, inside)))
}

/** Exits with 1 where something differs, and with 2 where nothing could be compared. */
async function diff({
  config,
  branch,
  tables,
  format,
}: Extract<ReturnType<typeof readCommand>, { type: 'diff' }>): Promise<void> {
  const question = { branch, tables }
  const report = (answer: OperatorAnswer) => {
    if ('error' in answer) {
      process.exitCode = 2
      return complain(answer.error)
    }
    const { lines, exitCode } = diffReport(answer.lines[0] ?? '{}', format)
    lines.forEach(say)
    process.exitCode = exitCode
  }
  try {
    const answer = await askRunningPlatform(config.dataDir, { command: 'diff', email: '', diff: question })
    if (answer) return report(answer)
  } catch (error) {
    return fail(error, config)
  }
  await within(config, async (inside) => report(await answerDiff(question, inside)))
}

function tell(answer: OperatorAnswer): void {
  if ('lines' in answer) return answer.lines.forEach(say)
  process.exitCode = 1
  complain(answer.error)
}

function addressOf({ host, port }: Config): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function stopOnSignals(platform: Platform, config: Config): void {
  let stopping = false
  const stop = () => {
    // A second signal does not wait.
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => {
      complain(startText.notStopped)
      process.exit(1)
    }, STOP_MS).unref()
    platform.stop().then(
      () => process.exit(0),
      async (error: unknown) => {
        await fail(error, config)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

async function fail(error: unknown, { dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  process.exitCode = 1
  complain(await reasonOf(error, dataDir))
}

async function reasonOf(error: unknown, dataDir: string): Promise<string> {
  return startFailure(error, { dataDir, freeBytes: await freeBytes(dataDir).catch(() => undefined) })
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function complain(text: string): void {
  process.stderr.write(`basedeck: ${text}\n`)
}
