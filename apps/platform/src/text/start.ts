/** What the program says at the terminal when it starts and stops. */
export const startText = {
  address: (url: string) => `Basedeck is at ${url}`,
  behind: (url: string) => `  behind it    ${url}`,
  projectApi: (url: string) => `  project API  ${url}`,
  pgPort: (address: string) => `  PGlite port  ${address}, for one program at a time`,
  data: (directory: string) => `  data         ${directory}`,
  engine: (engine: string) => `  engine       ${engine}`,
  note: (note: string) => `               ${note}`,
  firstAccount: (url: string) => `  Create the first account at\n               ${url}`,
  ready: '  projects     ready',
  open: (ms: number) => `  database     open after ${ms} ms`,
  warning: (warning: string) => `  WARNING      ${warning}`,
  notStopped: 'Basedeck did not stop in time; committed data is safe.',

  passwordsInTheOpen:
    'Passwords travel unencrypted: put a proxy with TLS in front, and give --public-url https://…',
  noLockBetweenContainers:
    'This system can’t lock the data directory between containers (it has no program flock, or its file system takes no locks): start only one Basedeck on it',
  superuser:
    '--database-url names a superuser: SQL of its members can start programs on its server. Start once with --prepare: it makes an ordinary owner there, which is used from then on.',
  containerLoopback: (host: string) =>
    `In this container Basedeck listens only on ${host}, so a published port does not reach it: give --host 0.0.0.0`,
  containerAddress:
    'In this container Basedeck answers only at localhost and its own port; if it is published at another port or reached from other machines, give --public-url',

  diskFull: (directory: string, free: string) =>
    `The disk of the data directory ${directory} is full${free}: free space, or choose another with --data-dir`,
  free: (bytes: string) => ` (${bytes} free)`,
  portInUse: (port: number, flag: string) =>
    `Port ${port} is in use, perhaps by another Basedeck; choose another with --${flag}`,
  portNotAllowed: (port: number, flag: string) =>
    `This user may not open port ${port}; choose one above 1023 with --${flag}`,
  notThisMachine: (host: string) => `${host} is not an address of this machine; choose one with --host`,
  unknownHost: (host: string) => `The name ${host} is unknown; choose an address of this machine with --host`,
  pgHost: (host: string) => `${host} can’t be listened on: choose an address of this machine with --pg-host`,
  notListening: (host: string, port: number, reason: string | undefined) =>
    `${host} can’t be used at port ${port} (${reason ?? 'for an unknown reason'}); choose another with --host`,

  notWritable: (directory: string, code: string | undefined) =>
    `The data directory ${directory} is not writable (${code})`,
  isFile: (directory: string) => `The data directory ${directory} is a file; choose a folder with --data-dir`,
  notMade: (directory: string, code: string | undefined) =>
    `The data directory ${directory} can’t be made (${code})`,
  notAllowedThere: (directory: string, option: string) =>
    `The folder ${directory} can’t be made there; choose another with ${option}`,
  unreadable: (path: string, code: string | undefined) => `${path} can’t be read (${code})`,
  damaged: (path: string) => `${path} is damaged: it should contain the format of the data directory`,
  newerDirectory:
    'A newer Basedeck wrote the data directory; start that version, or choose another --data-dir',
  socketOfOther: (path: string) => `${path} belongs to another user: run this as the user that runs Basedeck`,
  operatorFailed: 'The command failed; the log of the platform says why.',
}
