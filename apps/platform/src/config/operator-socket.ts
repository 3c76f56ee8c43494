/**
 * Sends the operator's commands to a running platform: HTTP over a socket in its data directory, which only its user
 * can open.
 */
import type { S3Location } from '../s3/s3-location.js'
import { chmod, rm } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { AuthConfigChanges, FunctionFile } from '@basedeck/platform-client/contract'
import { EngineError } from '../engines/engine.js'
import { startText } from '../text/start.js'

/** Null as `command` lists the accounts. */
export interface OperatorQuestion {
  command: string | null
  email: string
  /** With the commands `dump` and `restore`. */
  backup?: BackupQuestion
  /** With the command `seed sample`. */
  sample?: SampleQuestion
  /** With the command `types`. */
  types?: TypesQuestion
  /** With the command `auth-config`. */
  authConfig?: AuthConfigQuestion
  /** With the command `logs`. */
  logs?: LogsQuestion
  /** With the command `replica`. */
  replica?: ReplicaQuestion
  /** With the command `backup`. */
  kept?: KeptQuestion
  /** With the command `branch`. */
  branch?: BranchQuestion
  /** With the command `advisors`. */
  advisors?: AdvisorsQuestion
  /** With the command `policies`. */
  policies?: PoliciesQuestion
  /** With the command `migration`. */
  migrations?: MigrationsQuestion
  /** With the command `diff`. */
  diff?: DiffQuestion
  /** With the command `functions`. */
  functions?: FunctionsQuestion
}

/** `project` null: the only one. `verifyJwt` absent: as it was. */
export type FunctionsQuestion =
  | { verb: 'list'; project: string | null }
  | {
      verb: 'deploy'
      project: string | null
      slug: string
      files: FunctionFile[]
      verifyJwt?: boolean | undefined
    }

export interface AuthConfigQuestion {
  /** Its ref; null: the only one. */
  project: string | null
  /** Null: they are printed. */
  changes: AuthConfigChanges | null
}

/** What `basedeck replica` asks. */
export interface ReplicaQuestion {
  /** Null: the only project. */
  project: string | null
  verb: 'list' | 'add' | 'remove' | 'promote' | 'resync' | 'restart'
  /** Of the replica; of `add` the region. */
  id: string | null
  /** Promotes also when the primary does not answer. */
  force: boolean
}

export interface KeptQuestion {
  /** Its ref; null: the only one. */
  project: string | null
  verb: 'list' | 'now' | 'prove' | 'restore' | 'set'
  /** Of `prove` and `restore`; null: the newest whole one. */
  id: string | null
  /** Of `restore`: a moment, as it was typed. */
  at: string | null
  /** Of `set`. */
  changes: Record<string, unknown>
}

export interface BranchQuestion {
  /** Its ref; null: the only one. */
  project: string | null
  verb: 'list' | 'create' | 'delete' | 'reset'
  /** Null: found by its git branch, and named after it. */
  name: string | null
  git: string | null
  /** The rest is of `create`. */
  withData: boolean
  persistent: boolean
  /** Null: it stays. */
  hours: number | null
  /** A moment, as it was typed. */
  at: string | null
}

export interface AdvisorsQuestion {
  /** Its ref; null: the only one. */
  project: string | null
}

export interface MigrationsQuestion {
  /** Its ref; null: the only one. */
  project: string | null
  /** `history`: what was applied; `drift`: what that does not explain; else a migration to run. */
  ask: 'history' | 'drift' | { version: string; name: string; sql: string }
}

export interface DiffQuestion {
  /** Its name or its ref. */
  branch: string
  /** Tables whose rows are compared too: `app.orders`. */
  tables: string[]
}

export interface LogsQuestion {
  /** Its ref; null: the only one. */
  project: string | null
  /** Milliseconds since 1970; null: the newest lines, whenever they were. */
  from: number | null
  /** Lines of this function alone. Absent: of all of the project. */
  function?: string | undefined
}

export interface PoliciesQuestion {
  /** Its ref; null: the only one. */
  project: string | null
  /** The cases of the file. */
  cases: unknown
}

export interface TypesQuestion {
  /** Its ref; null: the only one. */
  project: string | null
  /** Null: those that its data API exposes. */
  schemas: string[] | null
}

export interface SampleQuestion {
  /** Its ref; null: the only one. */
  project: string | null
}

export interface BackupQuestion {
  /** An absolute path; empty with `store`. */
  file: string
  /** The backup store that an installation is restored from. Default: a file. */
  store?: S3Location
  /** Null: the installation. */
  project: string | null
  withoutKey: boolean
}

export type OperatorAnswer = { lines: string[] } | { error: string }

/** Systems cut or refuse longer paths of sockets. */
const LONGEST_PATH = 100

/** Undefined where the path would be too long: the commands then work while the platform is stopped. */
function pathIn(dataDir: string): string | undefined {
  const path = join(dataDir, 'operator.sock')
  return Buffer.byteLength(path) <= LONGEST_PATH ? path : undefined
}

/** @returns what ends it */
export async function listenToOperator(
  dataDir: string,
  answer: (question: OperatorQuestion) => Promise<OperatorAnswer>,
): Promise<() => Promise<void>> {
  const path = pathIn(dataDir)
  if (path === undefined) return async () => {}
  // What a killed platform left; this one holds the directory's lock.
  await rm(path, { force: true })
  const server = createServer((question, response) => void reply(question, response, answer))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  await chmod(path, 0o600)
  return () => new Promise((resolve) => void server.close(() => resolve()))
}

async function reply(
  question: IncomingMessage,
  response: ServerResponse,
  answer: (question: OperatorQuestion) => Promise<OperatorAnswer>,
): Promise<void> {
  try {
    const told = await answer((await json(question)) as OperatorQuestion)
    response.end(JSON.stringify(told))
  } catch {
    // The error may contain details that no terminal should show.
    response.end(JSON.stringify({ error: startText.operatorFailed }))
  }
}

/** Undefined while no platform runs in this data directory. */
export async function askRunningPlatform(
  dataDir: string,
  question: OperatorQuestion,
): Promise<OperatorAnswer | undefined> {
  const path = pathIn(dataDir)
  const response = path === undefined ? undefined : await send(path, JSON.stringify(question))
  return response && ((await json(response)) as OperatorAnswer)
}

/** Undefined where no platform listens. */
function send(socketPath: string, body: string): Promise<IncomingMessage | undefined> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, method: 'POST', agent: false }, resolve)
    call.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else if (error.code === 'EACCES')
        reject(new EngineError('directory', startText.socketOfOther(socketPath), { cause: error }))
      else reject(error)
    })
    call.end(body)
  })
}
