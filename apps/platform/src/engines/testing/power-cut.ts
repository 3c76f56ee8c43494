/**
 * The contents of a disk after a power cut at some step of a trace: each file as it was last flushed, each directory
 * with the names of its last flush. Flushing a file keeps its name too, as on the file systems that PostgreSQL relies
 * on (ext4, XFS). Later changes are kept at random, file by file.
 */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type Step =
  | { do: 'open'; path: string; truncates: boolean }
  | { do: 'write'; path: string; position: number | null; bytes: string }
  /** `extend` never shortens a file. */
  | { do: 'truncate' | 'extend'; path: string; length: number }
  | { do: 'sync'; path: string }
  | { do: 'rename' | 'link'; path: string; to: string }
  | { do: 'remove' | 'mkdir'; path: string }
  | { do: 'acknowledge'; change: number }

interface Node {
  isDirectory: boolean
  /** Of a file: what programs see. */
  now: Buffer
  /** The contents of a file on the disk. */
  kept: Buffer
  names: Map<string, Node>
  keptNames: Map<string, Node>
}

export async function readTrace(path: string): Promise<Step[]> {
  const text = await readFile(path, 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Step)
}

/** The changes that were answered before a step. */
export function acknowledgedBefore(trace: readonly Step[], step: number): number[] {
  return trace.slice(0, step).flatMap((one) => (one.do === 'acknowledge' ? [one.change] : []))
}

/** The changes that were answered while their log was not flushed. */
export function answeredTooEarly(trace: readonly Step[]): number[] {
  const early: number[] = []
  let isFlushed = false
  for (const step of trace) {
    if (step.do === 'acknowledge' && !isFlushed) early.push(step.change)
    if ('path' in step && step.path.includes('/pg_wal/')) {
      if (step.do === 'write') isFlushed = false
      if (step.do === 'sync') isFlushed = true
    }
  }
  return early
}

/**
 * @param before the directory as it was when the trace began, all of it on the disk
 * @param root its path in the trace
 * @param chance gives numbers from 0 to 1
 */
export async function afterPowerCut(
  { before, root, trace }: { before: string; root: string; trace: readonly Step[] },
  step: number,
  target: string,
  chance: () => number,
): Promise<void> {
  const top = load(before)
  const at = (path: string): Node | undefined => {
    const names = path.slice(root.length).split('/').filter(Boolean)
    return names.reduce<Node | undefined>((node, name) => node?.names.get(name), top)
  }
  const parent = (path: string): Node => at(dirname(path)) ?? directory()
  const name = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  for (const one of trace.slice(0, step)) {
    if (one.do === 'acknowledge') continue
    const node = at(one.path)
    if (one.do === 'open') {
      if (!node) parent(one.path).names.set(name(one.path), file())
      else if (one.truncates) node.now = Buffer.alloc(0)
    } else if (one.do === 'mkdir') parent(one.path).names.set(name(one.path), directory())
    else if (one.do === 'remove') parent(one.path).names.delete(name(one.path))
    else if (one.do === 'rename' || one.do === 'link') {
      if (!node) throw new Error(`${one.path} is renamed and not there`)
      if (one.do === 'rename') parent(one.path).names.delete(name(one.path))
      parent(one.to).names.set(name(one.to), node)
    } else if (!node) throw new Error(`${one.path} is changed and not there`)
    else if (one.do === 'truncate') node.now = resized(node.now, one.length)
    else if (one.do === 'extend') node.now = resized(node.now, Math.max(node.now.length, one.length))
    else if (one.do === 'write') {
      const bytes = Buffer.from(one.bytes, 'base64')
      const position = one.position ?? node.now.length
      const next = resized(node.now, Math.max(node.now.length, position + bytes.length))
      bytes.copy(next, position)
      node.now = next
    } else if (node.isDirectory) node.keptNames = new Map(node.names)
    else {
      node.kept = node.now
      parent(one.path).keptNames.set(name(one.path), node)
    }
  }
  await rm(target, { recursive: true, force: true })
  await store(top, target, chance)
}

/** A copy: what was kept stays as it was. */
function resized(bytes: Buffer, length: number): Buffer {
  const next = Buffer.alloc(length)
  bytes.copy(next, 0, 0, Math.min(bytes.length, length))
  return next
}

function file(content = Buffer.alloc(0)): Node {
  return { isDirectory: false, now: content, kept: content, names: new Map(), keptNames: new Map() }
}

function directory(): Node {
  return { ...file(), isDirectory: true }
}

function load(path: string): Node {
  const node = directory()
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name)
    node.names.set(entry.name, entry.isDirectory() ? load(inner) : file(readFileSync(inner)))
  }
  node.keptNames = new Map(node.names)
  return node
}

async function store(node: Node, path: string, chance: () => number): Promise<void> {
  if (!node.isDirectory) return writeFile(path, chance() < 0.5 ? node.kept : node.now)
  await mkdir(path, { mode: 0o700 })
  for (const [name, inner] of chance() < 0.5 ? node.keptNames : node.names)
    await store(inner, join(path, name), chance)
}

/** The directory as it is now, for `before`. */
export async function snapshot(directoryPath: string, target: string): Promise<void> {
  await cp(directoryPath, target, { recursive: true })
}
