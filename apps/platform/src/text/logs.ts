/** Lines about work for a project. */
export const workText = {
  delivery: {
    delivered: (attempt: number) => `Delivered at attempt ${attempt}`,
    waiting: (attempt: number) => `Attempt ${attempt} was not taken; it is tried again`,
    failed: (attempt: number) => `Attempt ${attempt} failed, and no other one follows`,
  },
  backupMade: (bytes: string) => `A backup was made: ${bytes}`,
  branchMade: (name: string) => `The branch ${name} was made`,
  run: {
    succeeded: (name: string) => `The schedule ${name} ran`,
    failed: (name: string, reason: string) => `The schedule ${name} failed: ${reason}`,
  },
}

/** What the terminal says about the lines of logs. */
export const logsText = {
  notInstalled: (command: string) =>
    `No lines are kept: the module that stores them is missing. Install it where Basedeck is installed, and start it again: ${command}`,
  off: 'No lines are kept: --log-days is 0',
  unavailable: 'The lines can’t be read at the moment; the log of the platform says why',
  notRunning: (dataDir: string) =>
    `No Basedeck runs with the data directory ${dataDir}; start it to read its logs`,
}
