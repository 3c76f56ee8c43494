/**
 * `sql-guard` and `basedeck check`: the verdicts of files, for pre-commit hooks and CI.
 *
 * @rule sql.check  @spec §5
 */
import { verdictOf, type Outcome } from '../grammar/index.js'
import { parseOptions, type CheckOptions } from './options.js'
import { linesOf, type FileVerdict } from './report.js'
import { FAILURES, USAGE } from './sentences.js'

/** What the program that hosts the command provides. */
export interface CheckIo {
  /** Called once for each file named. @throws when it can't be read; the error's message is shown */
  readFile(path: string): Promise<Uint8Array>
  /** Called at most once: for `-`, or when no file is named. */
  readInput(): Promise<Uint8Array>
  /** A line for standard output, without its line break. */
  print(line: string): void
  /** A line for standard error. */
  printError(line: string): void
}

/** 0 read-only, 2 asks, 3 dangerous, 1 syntax error, 64 unreadable file or unknown option. */
export type ExitCode = 0 | 1 | 2 | 3 | 64

const EXIT_CODES: Readonly<Record<Outcome, ExitCode>> = {
  'read-only': 0,
  asks: 2,
  dangerous: 3,
  'syntax-error': 1,
}

/** Over several files the first of these that occurs. */
const PRECEDENCE: readonly ExitCode[] = [64, 1, 3, 2, 0]

/**
 * Checks the files that the arguments name (standard input when there are none) and prints a line for each finding, or
 * with `--json` one list of `FileVerdict`. Never throws; a file that can't be read doesn't stop the others.
 */
export async function checkFiles(args: readonly string[], io: CheckIo): Promise<ExitCode> {
  const parsed = parseOptions(args)
  if (parsed.type === 'help') {
    io.print(USAGE)
    return 0
  }
  if (parsed.type === 'unknown-option') {
    io.printError(FAILURES.unknownOption(parsed.option))
    return 64
  }
  return checkAll(parsed.options, io)
}

async function checkAll({ files, json }: CheckOptions, io: CheckIo): Promise<ExitCode> {
  const codes = new Set<ExitCode>([0])
  const verdicts: FileVerdict[] = []
  for (const file of files.length > 0 ? [...new Set(files)] : ['-']) {
    const text = await readText(file, io)
    if (text.type === 'unreadable') {
      io.printError(FAILURES.unreadable(nameOf(file), text.why))
      codes.add(64)
      continue
    }
    const verdict = { file: nameOf(file), ...(await verdictOf(text.sql)) }
    codes.add(EXIT_CODES[verdict.outcome])
    if (json) verdicts.push(verdict)
    else for (const line of linesOf(text.sql, verdict)) io.print(line)
  }
  if (json) io.print(JSON.stringify(verdicts, undefined, 2))
  return PRECEDENCE.find((code) => codes.has(code)) ?? 0
}

type FileText = { type: 'text'; sql: string } | { type: 'unreadable'; why: string }

async function readText(file: string, io: CheckIo): Promise<FileText> {
  let bytes: Uint8Array
  try {
    bytes = await (file === '-' ? io.readInput() : io.readFile(file))
  } catch (error) {
    return { type: 'unreadable', why: error instanceof Error ? error.message : String(error) }
  }
  try {
    return { type: 'text', sql: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { type: 'unreadable', why: FAILURES.notText }
  }
}

function nameOf(file: string): string {
  return file === '-' ? '(standard input)' : file
}
