/** Starts a program that commits rows, and kills it with no warning after some of them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { testProgram } from './test-program.js'

/** Resolves with the last row that the program reported as committed, after its end. */
export async function killWhileCommitting(
  kind: 'cluster' | 'pglite',
  dataDir: string,
  rows: number,
): Promise<number> {
  const child = spawn(process.execPath, [...testProgram('committing-child'), kind, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let last = 0
  for await (const line of createInterface(child.stdout)) {
    last = Number(line)
    if (last === rows) child.kill('SIGKILL')
  }
  await exited
  return last
}
