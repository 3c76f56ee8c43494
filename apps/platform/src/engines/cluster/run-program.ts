/** Runs one of PostgreSQL's own programs to its end. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ProcessUser } from './process-user.js'

const run = promisify(execFile)

/**
 * Returns its stderr.
 * @param input its standard input; a write error is ignored, because the exit code tells the failure
 * @throws when it ends with another code than 0
 */
export async function runProgram(
  user: ProcessUser | undefined,
  program: string,
  args: string[],
  input?: string,
): Promise<string> {
  const running = run(program, args, {
    cwd: '/',
    env: { ...process.env, TZ: 'UTC', LC_ALL: 'C' },
    ...(user && { uid: user.uid, gid: user.gid }),
  })
  const { stdin } = running.child
  // Without this listener, a program that ends before reading its input would crash the platform.
  stdin?.on('error', () => undefined)
  stdin?.end(input)
  return (await running).stderr
}
