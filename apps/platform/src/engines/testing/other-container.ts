/**
 * Starts a program as another container would: with its own process ids, network, mounts and host name. On a machine
 * that does not allow this, the program starts without them, and the test checks less.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { testProgram } from './test-program.js'

const NAMESPACES = ['--pid', '--ipc', '--mount', '--net', '--uts', '--fork', '--kill-child']
// Only root may make them without a user namespace.
if (process.getuid?.() !== 0) NAMESPACES.unshift('--map-root-user')

export const hasContainers = spawnSync('unshare', [...NAMESPACES, 'true']).status === 0

export interface Started {
  child: ChildProcess
  /** The first line that it prints. */
  said: string
  /** With no warning. Resolves once it is dead. */
  kill(): Promise<void>
}

export interface Mounts {
  /** A directory that is read-only there. */
  readOnly?: string
  /** A directory that is a disk of 2 MB there. */
  smallDisk?: string
}

/** What starts a program there, as a command and its arguments. */
export function inOtherContainer(
  program: string[],
  { readOnly, smallDisk }: Mounts = {},
): [string, string[]] {
  const prepared = [
    ...(readOnly === undefined ? [] : ['mount --bind "$0" "$0"', 'mount -o remount,bind,ro "$0"']),
    ...(smallDisk === undefined ? [] : ['mount -t tmpfs -o size=2m tmpfs "$0"']),
    'exec "$@"',
  ].join(' && ')
  const [command = '', ...rest] = hasContainers
    ? ['unshare', ...NAMESPACES, 'sh', '-c', prepared, readOnly ?? smallDisk ?? '', ...program]
    : program
  return [command, rest]
}

export async function startElsewhere(name: 'lock-holder', args: string[], mounts?: Mounts): Promise<Started> {
  const [command, rest] = inOtherContainer([process.execPath, ...testProgram(name), ...args], mounts)
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
  // Its output is closed only when the program itself is dead, which is a moment after what started it.
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  const text = await new Promise<string>((resolve) => {
    let read = ''
    child.stdout.on('data', (piece: Buffer) => {
      read += piece.toString()
      if (read.includes('\n')) resolve(read)
    })
    void ended.then(() => resolve(read))
  })
  return {
    child,
    said: text.trim(),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
