/** Every sentence that the command line prints. */
import type { CannotJudge, Outcome } from '../grammar/index.js'

export const USAGE = `Usage: sql-guard [--json] [--] [file …]

Says what the SQL of each file may do, without a database. Reads standard input when no file is given, or for "-".

  --json      one JSON value: a list with one entry a file
  -h, --help  this text

Exit code: 0 read-only, 2 would be asked about, 3 dangerous, 1 a syntax error, 64 an unreadable file or unknown option.
Over several files 64 comes before 1, 1 before 3, 3 before 2, 2 before 0.`

export const OUTCOMES: Readonly<Record<Outcome, string>> = {
  'read-only': 'read-only',
  asks: 'asks',
  dangerous: 'dangerous',
  'syntax-error': 'syntax error',
}

export const CONFIRMATIONS = {
  write: (word: string) => `may write, because of "${word}"`,
  function: (word: string) => `may call a function, because of "${word}"`,
}

export const CANNOT_JUDGE: Readonly<Record<CannotJudge, string>> = {
  'nul-character': 'can’t be judged: it contains a NUL character',
  'too-complex': 'can’t be judged: it is too large or too deeply nested',
  unavailable: 'the grammar could not be loaded; only the words were judged',
  disagreement: 'can’t be judged: its statements are not clear',
}

export const FAILURES = {
  unknownOption: (option: string) => `sql-guard: unknown option ${option}\n${USAGE}`,
  unreadable: (file: string, why: string) => `${file}: can’t be read: ${why}`,
  notText: 'it is no UTF-8 text',
}
