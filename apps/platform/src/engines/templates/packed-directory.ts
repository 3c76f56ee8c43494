/**
 * A directory of PostgreSQL as one compressed file. A new cluster has three databases that are almost the same, so each
 * content is stored once, and zeros at the end of a file are not stored.
 */
import { createHash } from 'node:crypto'
import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { directoryTree } from './directory-tree.js'
import { lengthWithoutZeros } from './length-without-zeros.js'

/** Stored before the contents, as JSON. Paths are below the directory, with `/`. */
interface Index {
  directories: { path: string; mode: number }[]
  /** `content` is the number of its content; the rest up to `size` is zeros. */
  files: { path: string; mode: number; size: number; content: number }[]
  /** The length of each content, in their order. */
  lengths: number[]
}

const INDEX_LENGTH_BYTES = 4
const PERMISSIONS = 0o777
/** The highest level, 9, takes five times as long and saves half a percent. */
const LEVEL = 7

/** Owners and links are not packed. */
export async function packDirectory(directory: string): Promise<Buffer> {
  const tree = await directoryTree(directory)
  const index: Index = { directories: [], files: [], lengths: [] }
  const contents: Buffer[] = []
  const known = new Map<string, number>()
  const modeOf = async (path: string) => (await stat(join(directory, path))).mode & PERMISSIONS

  for (const path of tree.directories)
    index.directories.push({ path: packed(path), mode: await modeOf(path) })
  for (const path of tree.files) {
    const bytes = await readFile(join(directory, path))
    const content = bytes.subarray(0, lengthWithoutZeros(bytes))
    const hash = createHash('sha256').update(content).digest('hex')
    const number = known.get(hash) ?? contents.push(content) - 1
    known.set(hash, number)
    index.files.push({ path: packed(path), mode: await modeOf(path), size: bytes.length, content: number })
  }
  index.lengths = contents.map(({ length }) => length)
  const text = Buffer.from(JSON.stringify(index))
  const length = Buffer.alloc(INDEX_LENGTH_BYTES)
  length.writeUInt32LE(text.length)
  return gzipSync(Buffer.concat([length, text, ...contents]), { level: LEVEL })
}

/** Blocks its thread. `target` must not exist. @throws when the bytes are damaged */
export function unpackDirectory(bytes: Buffer, target: string): void {
  const whole = gunzipSync(bytes)
  const contentsAt = INDEX_LENGTH_BYTES + whole.readUInt32LE(0)
  const { directories, files, lengths } = JSON.parse(
    whole.toString('utf8', INDEX_LENGTH_BYTES, contentsAt),
  ) as Index
  let at = contentsAt
  const contents = lengths.map((length) => whole.subarray(at, (at += length)))
  for (const { path, mode } of directories) mkdirSync(join(target, path), { mode })
  for (const { path, mode, size, content } of files) {
    const file = openSync(join(target, path), 'wx', mode)
    try {
      const stored = contents[content] ?? Buffer.alloc(0)
      writeFileSync(file, stored)
      if (stored.length < size) ftruncateSync(file, size)
    } finally {
      closeSync(file)
    }
  }
}

function packed(path: string): string {
  return path.replaceAll('\\', '/')
}
