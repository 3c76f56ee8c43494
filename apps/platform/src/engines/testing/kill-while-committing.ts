/** Starts a program that commits rows, and kills it with no warning after some of them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Resolves with the last row that the program said was committed, once it is dead. */
export async function killWhileCommitting(
  kind: 'cluster' | 'pglite',
  dataDir: string,
  rows: number,
): Promise<number> {
  const program = fileURLToPath(new URL('./committing-child.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--conditions=@basedeck/source', '--import', 'tsx', program, kind, dataDir],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exited = once(child, 'exit')
  let last = 0
  for await (const line of createInterface(child.stdout)) {
    last = Number(line)
    if (last === rows) child.kill('SIGKILL')
  }
  await exited
  return last
}
