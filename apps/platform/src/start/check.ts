/** `basedeck check`: the guard's command line with this program as its host. */
import { checkFiles, type ExitCode } from '@basedeck/sql-guard/cli'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'

export function check(args: readonly string[]): Promise<ExitCode> {
  return checkFiles(args, {
    readFile: (path) => readFile(path),
    readInput: () => buffer(process.stdin),
    print: (line) => void process.stdout.write(`${line}\n`),
    printError: (line) => void process.stderr.write(`${line}\n`),
  })
}
