/** What the platform says of edge functions. */
export const functionText = {
  noDeno: (command: string) =>
    `Edge functions run in Deno, which is not on this machine. Install it with the command ${command}`,
  noWalls:
    'A hosted platform runs functions of others only behind walls, and this machine gives it none: run the platform as root on Linux, with unshare, setpriv and prlimit (util-linux)',
  weakNetwork:
    'Functions share the network of this machine: private and loopback addresses of IPv4 are closed, other addresses of the machine are not. Run the platform as root on Linux to close them.',
  weakFiles:
    'Functions run as the user of the platform. Deno keeps them from its files; run the platform as root on Linux to give each function a user of its own.',
  weakMemory: 'The memory of functions is not limited by the system here; Deno limits its heap.',
  noEntrypoint: (path: string) => `There is no file ${path}`,
  tooLarge: 'The files of a function have at most 10 MB together',
  notBase64: (path: string) => `${path} is not valid base64`,
  checkFailed: 'The function does not compile',
  checkTooLong: 'Checking the function took longer than two minutes',
  outside: (specifier: string) => `${specifier} is outside of the function; deploy the file together with it`,
  noForm: 'Send multipart/form-data with a part metadata and parts file',
  badForm:
    'The form could not be read: part metadata is JSON, and each part file has its path as its file name',
  deployed: (slug: string, version: number) => `Version ${version} of ${slug} is served`,
  linesCut: (lines: number) =>
    `${lines} lines were left out: a function may write 1,000 lines and 256 KB in ten seconds`,
  superuserDatabase:
    'functions are not joined to this database: the user of its URL is a superuser. Prepare the database, so that there is an owner without such rights',
  tooManyConnections: (most: number) =>
    `the functions of a project have at most ${most} connections to its database at a time; let their pools open fewer`,
  booted: (ms: number) => `booted in ${ms} ms`,
  ended: {
    memory: 'ended: it used more memory than it may',
    cpu: 'ended: it used more processor time than it may',
  },
  answered: (method: string, status: number, ms: number) => `${method} ${status} in ${ms} ms`,
  /** In the words of the family. */
  family: {
    notFound: 'Function not found',
    missingAuthorization: 'Error: Missing authorization header',
    invalidJwt: 'Invalid JWT',
    bootError: 'Function failed to start (please check logs)',
    workerError: 'Function exited due to an error (please check logs)',
    workerLimit: 'Function failed due to not having enough compute resources (please check logs)',
    idleTimeout: 'The function did not answer in the time that it has',
    tooMany: 'This machine runs as many functions as it can at the moment; try again soon',
  },
}

/** What `basedeck functions` says. */
export const functionCommandText = {
  notRunning: (directory: string) =>
    `No platform runs on ${directory}. Functions are deployed by the one that runs: start it, and try again`,
  installed: (version: string, path: string) =>
    `Deno ${version} is installed: ${path}. Functions can run now`,
  there: (version: string, path: string) => `Deno ${version} is there already: ${path}`,
  noPackage: (name: string) => `There is no package of Deno for this system (${name}). Put a deno on PATH`,
  noNpm: 'npm is not on this machine, and fetches Deno: install Node.js with npm, or put a deno on PATH',
  otherChecksum: 'What was fetched is not the Deno that this version was tried with: its checksum is another',
  diskFull: 'The disk is full: Deno needs 100 MB',
  notFetched: (reason: string) => `Deno could not be fetched: ${reason}`,
  doesNotRun: (folder: string) => `Deno was fetched to ${folder}, but it does not run on this system`,
  none: 'There are no functions yet: basedeck functions deploy <folder> makes one',
  unverified: 'no token needed',
  calls: (calls: number, errors: number) => `${calls} calls, ${errors} errors in 24 hours`,
  at: (file: string, line: number, column: number, sentence: string) =>
    `${file}:${line}:${column}: ${sentence}`,
  noFolder: (folder: string, reason: string) => `${folder} can’t be read: ${reason}`,
  noIndex: (folder: string) => `${folder} has no index.ts, which is what is started`,
  tooManyFiles: (most: number) => `A function has at most ${most} files`,
  badName: (name: string, problem: string) => `${name}: ${problem}`,
  noFunction: (slug: string) => `There is no function ${slug}`,
}
