/** The command line of `sql-guard`, as data. */

export interface CheckOptions {
  files: string[]
  json: boolean
}

export type ParsedOptions =
  | { type: 'check'; options: CheckOptions }
  | { type: 'help' }
  | { type: 'unknown-option'; option: string }

/** `-` and no file mean standard input; after `--` everything is a file. */
export function parseOptions(args: readonly string[]): ParsedOptions {
  const options: CheckOptions = { files: [], json: false }
  for (const [index, arg] of args.entries()) {
    if (arg === '--')
      return { type: 'check', options: { ...options, files: [...options.files, ...args.slice(index + 1)] } }
    if (arg === '--help' || arg === '-h') return { type: 'help' }
    if (arg === '--json') options.json = true
    else if (arg.startsWith('-') && arg !== '-') return { type: 'unknown-option', option: arg }
    else options.files.push(arg)
  }
  return { type: 'check', options }
}
