/**
 * Which walls the system gives around the process of a function, and the command that starts it behind them. As root on Linux:
 * a separate network namespace (nothing is in it but the way to the door), a separate user that can gain no rights, and
 * limits of memory, descriptors and processes.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface Walls {
  /** Whether each process runs in a separate network namespace. */
  network: boolean
  /** Whether each process runs as a separate user. */
  files: boolean
  /** Whether the system ends a process together with the platform. */
  ends: boolean
  /** Whether the system limits memory, descriptors and processes. */
  limits: boolean
}

/** A user id that no account has, by the number of the function. */
const FIRST_UID = 900_000_000
/** Needs no rights. */
const ENDS = ['--pdeathsig', 'KILL']
/** Of Deno itself, which `prlimit --data` counts. */
const DATA_BASE_MB = 560
const STACK_BYTES = 8 * 1024 * 1024
const DESCRIPTORS = 512
const THREADS = 128
const WRITTEN_FILE_BYTES = 1024 * 1024
/** Inside the network namespace alone. */
export const RELAY_PORT = 3128

const run = promisify(execFile)
const UP = [
  'ip link set lo up 2>/dev/null ||',
  // Flags of an interface: SIOCGIFFLAGS, SIOCSIFFLAGS.
  `perl -e 'socket(S,2,2,0);$r=pack("a16 s x14","lo",0);ioctl(S,0x8913,$r);($n,$f)=unpack("a16 s",$r);$r=pack("a16 s x14","lo",$f|1);ioctl(S,0x8914,$r) or exit 1';`,
  'exec "$@"',
].join(' ')

export async function findWalls(): Promise<Walls> {
  if (process.platform !== 'linux') return { network: false, files: false, ends: false, limits: false }
  const works = (command: string, ...given: string[]) =>
    run(command, given, { timeout: 5000 }).then(
      () => true,
      () => false,
    )
  const isRoot = process.getuid?.() === 0
  const [network, files, ends, limits] = await Promise.all([
    isRoot && works('unshare', '-n', '-i', '--', 'sh', '-c', UP, 'sh', 'true'),
    isRoot && works('setpriv', ...userOptions(FIRST_UID), 'true'),
    works('setpriv', ...ENDS, 'true'),
    works('prlimit', '--core=0', 'true'),
  ])
  return { network, files, ends, limits }
}

export function uidOf(number: number): number {
  return FIRST_UID + number
}

function userOptions(uid: number): string[] {
  return ['--reuid', `${uid}`, '--regid', `${uid}`, '--clear-groups', '--no-new-privs', ...ENDS]
}

export interface Walled {
  uid: number
  memoryMb: number
  /** False: it may use the network of the machine; for a deploy, whose calls go by a proxy. */
  isAlone: boolean
}

/** The command with its arguments, behind the walls that there are. */
export function behindWalls(
  walls: Walls,
  { uid, memoryMb, isAlone }: Walled,
  command: readonly string[],
): string[] {
  const data = (DATA_BASE_MB + memoryMb) * 1024 * 1024
  return [
    ...(walls.network && isAlone ? ['unshare', '-n', '-i', '--', 'sh', '-c', UP, 'sh'] : []),
    ...(walls.files ? ['setpriv', ...userOptions(uid)] : walls.ends ? ['setpriv', ...ENDS] : []),
    ...(walls.limits
      ? [
          'prlimit',
          '--core=0',
          ...(isAlone
            ? [
                `--data=${data}`,
                // The hard limit stays. Threads take stacks of this size, and a large one of the machine would use up the memory above.
                `--stack=${STACK_BYTES}:`,
                `--nofile=${DESCRIPTORS}`,
                `--fsize=${WRITTEN_FILE_BYTES}`,
                ...(walls.files ? [`--nproc=${THREADS}`] : []),
              ]
            : []),
        ]
      : []),
    ...command,
  ]
}

/** What Deno itself closes where there is no network namespace. Names are resolved before they are compared. */
export const CLOSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '168.63.129.16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
