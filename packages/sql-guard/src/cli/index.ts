/** The command line as a function: `sql-guard` and `basedeck check` are the same. */
export { checkFiles, type CheckIo, type ExitCode } from './check-files.js'
export type { FileVerdict } from './report.js'
