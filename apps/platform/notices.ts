/** The licences of the libraries that the program's files contain, as each of them asks for. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @param files that were bundled, from `root` on */
export function noticesOf(files: readonly string[], root: string): string {
  const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []))
  return [...folders]
    .toSorted()
    .map((folder) => noticeOf(join(root, folder)))
    .join('\n\n')
}

/** `node_modules/a/node_modules/@b/c`; undefined: the file is our own. */
function packageFolder(file: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
}

/** @throws Error when a library has no licence that could be told */
function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: string
  }
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  if (file === undefined && license === undefined) throw new Error(`${name} says nothing of its licence`)
  const text = file === undefined ? `Licence: ${license}` : readFileSync(join(folder, file), 'utf8').trim()
  return `${name} ${version}\n${'-'.repeat(name.length + version.length + 1)}\n${text}`
}
