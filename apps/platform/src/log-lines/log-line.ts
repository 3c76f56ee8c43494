/**
 * One line of the log of a project or of the installation: a request that was answered, or what a service had to say. The
 * platform's own log, which the operator reads at the standard error, is `log.ts`.
 */
import type {
  LogLine as ContractLine,
  LogLineLevel,
  LogOperator,
  LogSource,
  LogTerm,
} from '@basedeck/platform-client/contract'

export type { LogLineLevel, LogOperator, LogSource, LogTerm }

/** What is written. */
export interface LogLine {
  /** Milliseconds since 1970. */
  time: number
  /** Ref of the project that it is about; undefined: it is about the installation. */
  project?: string | undefined
  source: LogSource
  level: LogLineLevel
  requestId?: string | undefined
  message: string
  /** Small values, told apart by name; what is undefined is left out. Default: none. */
  fields?: Record<string, unknown> | undefined
}

/** What is found. `id` is unique in one process, and grows with the time. */
export type FoundLine = ContractLine

/** Takes lines. It never throws and never waits. */
export type WriteLine = (line: LogLine) => void

/** For handlers that are not given a store. */
export const keepNoLines: WriteLine = () => {}

/**
 * A line on its way to the thread that stores it: time, project, source, level, id of the request, message, and the fields
 * as JSON. The texts are cut, and not yet cleaned.
 */
export type SentLine = readonly [
  time: number,
  project: string,
  source: LogSource,
  level: LogLineLevel,
  requestId: string,
  message: string,
  fields: string,
]
