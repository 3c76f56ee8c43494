/** Starts the platform: lock, listen, then open the database behind the page. Stops everything it started. */
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createApp } from './app.js'
import { isLoopback, type Config } from './config.js'
import { openDataDirectory } from './data-directory.js'
import { createEngine, lockDataDirectory } from './engines/index.js'
import { EngineError, type Engine } from './engines/engine.js'
import { loopbackOrigins } from './http/same-site.js'
import { listen, type Listener } from './listen.js'
import { createProjectApi } from './project-api.js'
import { createProjects, DEFAULT_REF, type Projects } from './services/projects.js'

export interface Platform {
  url: string
  apiUrl: string
  engine: Engine
  /** What the operator should know of how it was chosen. */
  notes: string[]
  /** Settles when the first project's database is open; rejects with the reason when it can't be. */
  ready: Promise<void>
  stop(): Promise<void>
}

export interface StartDeps {
  log: Logger
  version: string
  dashboardDir: string
}

/** A refusal to start; the message is a sentence for the terminal. */
class StartError extends Error {
  override readonly name = 'StartError'
}

/** @throws StartError, EngineError */
export async function startPlatform(config: Config, deps: StartDeps): Promise<Platform> {
  if (!isLoopback(config.host)) {
    throw new StartError(
      `Basedeck only listens on this machine (127.0.0.1) as long as it has no accounts; --host ${config.host} is refused`,
    )
  }
  const ends: (() => Promise<void>)[] = []
  const stop = async () => {
    while (ends.length > 0) await ends.pop()?.()
  }
  try {
    return await start(config, deps, ends, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(
  config: Config,
  deps: StartDeps,
  ends: (() => Promise<void>)[],
  stop: () => Promise<void>,
): Promise<Platform> {
  const installation = await openDataDirectory(config.dataDir, new Date())
  const lock = await lockDataDirectory(config.dataDir)
  ends.push(() => lock.release())

  const notes: string[] = []
  const engine = await createEngine({
    kind: config.databaseUrl === undefined ? config.engine : 'postgres',
    dataDir: config.dataDir,
    ...(config.databaseUrl === undefined ? {} : { databaseUrl: config.databaseUrl, prepare: config.prepare }),
    log: { info: (note) => void notes.push(note), warn: (note) => deps.log.warn(note) },
  })
  ends.push(() => engine.close())

  let main: Listener | undefined
  let api: Listener | undefined
  const origin = (port: number) => `http://${hostText(config.host)}:${port}`
  const apiUrl = () => origin(api?.port ?? config.apiPort)
  const origins = () => [
    ...loopbackOrigins(main?.port ?? config.port),
    ...(config.publicUrl === undefined ? [] : [config.publicUrl]),
  ]
  const apiOrigins = () => loopbackOrigins(api?.port ?? config.apiPort)
  const projects = createProjects({
    engine,
    createdAt: installation.createdAt,
    apiUrl,
    databaseHost: config.databaseUrl === undefined ? config.host : new URL(config.databaseUrl).hostname,
  })

  const app = createApp({ ...deps, engine, projects, apiUrl, allowedOrigins: origins })
  main = await listenOrSay(() => listen(app, config.host, config.port), config.host, config.port, 'port')
  ends.push(main.close)
  api = await listenApi(
    createProjectApi({ projects, log: deps.log, ownOrigins: apiOrigins, dashboardOrigins: origins }),
    config,
  )
  ends.push(api.close)

  return { url: origin(main.port), apiUrl: apiUrl(), engine, notes, ready: openDefault(projects), stop }
}

async function openDefault(projects: Projects): Promise<void> {
  await projects.database(DEFAULT_REF)
}

/** The second port moves when it is taken, unless it was asked for. */
async function listenApi(app: ReturnType<typeof createProjectApi>, config: Config): Promise<Listener> {
  try {
    return await listen(app, config.host, config.apiPort)
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    if (taken && !config.apiPortGiven) return listen(app, config.host, 0)
    throw startError(error, config.host, config.apiPort, 'api-port')
  }
}

async function listenOrSay(
  open: () => Promise<Listener>,
  host: string,
  port: number,
  flag: string,
): Promise<Listener> {
  try {
    return await open()
  } catch (error) {
    throw startError(error, host, port, flag)
  }
}

function startError(error: unknown, host: string, port: number, flag: string): Error {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is in use, perhaps by another Basedeck; choose another with --${flag}`,
      { cause: error },
    )
  }
  if (code === 'EACCES')
    return new StartError(`Port ${port} may not be opened by this user; choose one above 1023 with --${flag}`)
  if (code === 'EADDRNOTAVAIL')
    return new StartError(`${host} is no address of this machine`, { cause: error })
  return error as Error
}

function hostText(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Whether an error already is a sentence for the terminal. */
export function isSentence(error: unknown): error is Error {
  return error instanceof StartError || error instanceof EngineError
}

/** Where the built dashboard lies beside the built server. */
export function builtDashboard(from: string): string {
  return join(from, 'dashboard')
}
