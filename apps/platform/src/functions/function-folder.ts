/** The files of a folder that is deployed: all but hidden ones and `node_modules`. Links are not followed. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import {
  FUNCTION_BYTES_MAX,
  FUNCTION_FILES_MAX,
  functionFilePath,
  functionSlug,
  type FunctionFile,
} from '@basedeck/platform-client/contract'
import * as v from 'valibot'
import { functionCommandText as text, functionText } from '../text/functions.js'

export const ENTRYPOINT = 'index.ts'

/** @param name default: that of the folder. @throws Error with a sentence */
export async function readFunctionFolder(
  folder: string,
  name: string | null,
): Promise<{ slug: string; files: FunctionFile[] }> {
  const root = resolve(folder)
  const slug = name ?? basename(root)
  const named = v.safeParse(functionSlug, slug)
  if (!named.success) throw new Error(text.badName(slug, named.issues[0].message))
  const paths = await pathsIn(root).catch((cause: Error) => {
    throw new Error(text.noFolder(folder, cause.message), { cause })
  })
  const names = paths.map((path) => relative(root, path).split(sep).join('/'))
  if (!names.includes(ENTRYPOINT)) throw new Error(text.noIndex(folder))
  if (paths.length > FUNCTION_FILES_MAX) throw new Error(text.tooManyFiles(FUNCTION_FILES_MAX))
  let bytes = 0
  const files: FunctionFile[] = []
  for (const [at, path] of paths.entries()) {
    const read = v.safeParse(functionFilePath, names[at])
    if (!read.success) throw new Error(text.badName(names[at] ?? '', read.issues[0].message))
    // Before it is read: a folder may hold anything.
    bytes += (await stat(path)).size
    if (bytes > FUNCTION_BYTES_MAX) throw new Error(functionText.tooLarge)
    files.push(fileOf(read.output, await readFile(path)))
  }
  return { slug, files }
}

/** A file that is not UTF-8 is sent as base64. */
export function fileOf(name: string, bytes: Buffer): FunctionFile {
  const content = bytes.toString('utf8')
  return !content.includes('\0') && Buffer.from(content).equals(bytes)
    ? { name, content }
    : { name, content: bytes.toString('base64'), encoding: 'base64' }
}

async function pathsIn(folder: string): Promise<string[]> {
  const paths: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) paths.push(...(await pathsIn(path)))
    else if (entry.isFile()) paths.push(path)
  }
  return paths.toSorted()
}
