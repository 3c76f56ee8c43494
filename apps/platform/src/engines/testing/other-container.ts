/**
 * Starts a program as another container would: it counts its processes by itself, and has a network, mounts and a host name
 * of its own. Where a machine does not let us, the program starts as it is, and its test shows less.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { testProgram } from './test-program.js'

const namespaces = ['--pid', '--ipc', '--mount', '--net', '--uts', '--fork', '--kill-child']
// Only root may make them without a user namespace.
if (process.getuid?.() !== 0) namespaces.unshift('--map-root-user')

export const hasContainers = spawnSync('unshare', [...namespaces, 'true']).status === 0

export interface Started {
  child: ChildProcess
  /** The first line that it prints. */
  said: string
  /** With no warning. Resolves once it is dead. */
  kill(): Promise<void>
}

/** @param options.readOnly a directory that is mounted read-only there */
export async function startElsewhere(
  name: 'lock-holder',
  args: string[],
  { readOnly }: { readOnly?: string } = {},
): Promise<Started> {
  const program = [process.execPath, testProgram(name), ...args]
  const prepared =
    readOnly === undefined
      ? program
      : [
          'sh',
          '-c',
          'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"',
          readOnly,
          ...program,
        ]
  const [command = '', ...rest] = hasContainers ? ['unshare', ...namespaces, ...prepared] : program
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  let text = ''
  for await (const piece of child.stdout) {
    text += String(piece)
    if (text.includes('\n')) break
  }
  return {
    child,
    said: text.trim(),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
