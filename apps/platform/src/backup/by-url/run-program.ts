/** Runs PostgreSQL's own programs; what they call an error becomes the reason. */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { pipeline } from 'node:stream/promises'
import { keptText } from '../../text/kept-backups.js'
import { BackupError } from '../backup-error.js'

/** A program and what it is started with. */
export interface ProgramCall {
  program: string
  given: readonly string[]
  /** All that it sees of the environment, beside PATH. */
  env: Record<string, string>
}

/** @throws BackupError; the reason of `signal` */
export async function runProgram(call: ProgramCall, signal?: AbortSignal): Promise<void> {
  const { ended } = start(call, ['ignore', 'ignore', 'pipe'], signal)
  const reason = await ended
  signal?.throwIfAborted()
  if (reason !== undefined) throw failed(reason)
}

/**
 * What the first one writes is read by the second one.
 * @throws BackupError with the reason of the one that failed first; the reason of `signal`
 */
export async function pipePrograms(from: ProgramCall, to: ProgramCall, signal: AbortSignal): Promise<void> {
  const writing = start(from, ['ignore', 'pipe', 'pipe'], signal)
  const reading = start(to, ['pipe', 'ignore', 'pipe'], signal)
  let isStopped = false
  // The reader ended first.
  const passed = pipeline(writing.child.stdout!, reading.child.stdin!).catch(() => {
    isStopped = true
    writing.child.kill()
  })
  const [wrote, read] = await Promise.all([writing.ended, reading.ended, passed])
  signal.throwIfAborted()
  const reason = isStopped ? (read ?? wrote) : (wrote ?? read)
  if (reason !== undefined) throw failed(reason)
}

interface Started {
  child: ChildProcess
  /** Why it failed; undefined: it did not. */
  ended: Promise<string | undefined>
}

const SAID_BYTES = 64 * 1024

function start(
  { program, given, env }: ProgramCall,
  stdio: StdioOptions,
  signal: AbortSignal | undefined,
): Started {
  const child = spawn(program, given, {
    env: { ...env, PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
    stdio,
    ...(signal && { signal }),
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (said.length < SAID_BYTES) said += text
  })
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => {
      // What was started ends later.
      if (child.pid === undefined) resolve(error.message)
    })
    child.once('close', (code) => resolve(code === 0 ? undefined : reasonIn(said)))
  })
  return { child, ended }
}

function failed(reason: string): BackupError {
  return new BackupError(keptText.programFailed(reason))
}

/** What the program calls an error, in its words. */
function reasonIn(said: string): string {
  const errors = said
    .split('\n')
    .flatMap((line) => /^pg_(?:dump|restore): (?:error|fatal): (.+)/.exec(line)?.[1] ?? [])
  return errors[0] ?? said.trim().split('\n').at(-1) ?? ''
}
