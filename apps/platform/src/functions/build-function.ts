/**
 * Makes a build of deployed files: they are written to a new folder, dependencies fetched through the door, types checked, and every
 * module of its graph looked at. A build that is refused, or broken off, leaves nothing that is served.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, lchown, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DeployLine, FunctionFile } from '@basedeck/platform-client/contract'
import { FUNCTION_BYTES_MAX } from '@basedeck/platform-client/contract'
import { flushDirectory, flushName } from '../engines/templates/flush-directory.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Outgoing } from '../outgoing/outgoing.js'
import { functionText } from '../text/functions.js'
import type { Deno } from './find-deno.js'
import { openDeployDoor } from './door.js'
import { configOptions } from './function-process.js'
import { behindWalls, uidOf, type Walls } from './walls.js'

export interface BuildRequest {
  /** Where the build goes; nothing is there. */
  folder: string
  files: readonly FunctionFile[]
  entrypoint: string
  importMap: string | null
  /** Of the function; makes its user id. */
  number: number
}

export interface BuildDeps {
  deno: Deno
  walls: Walls
  outgoing: Pick<Outgoing, 'connect'>
}

const CHECK_MS = 120_000
const SAID_BYTES = 1024 * 1024
const LINES_MAX = 200

/** @throws DomainError function_refused with `output` */
export async function buildFunction(
  deps: BuildDeps,
  { folder, files, entrypoint, importMap, number }: BuildRequest,
): Promise<{ output: DeployLine[]; bytes: number }> {
  if (!files.some(({ name }) => name === entrypoint))
    throw refused([error(functionText.noEntrypoint(entrypoint))])
  if (importMap !== null && !files.some(({ name }) => name === importMap))
    throw refused([error(functionText.noEntrypoint(importMap))])
  const contents = files.map((file) => ({ name: file.name, bytes: bytesOf(file) }))
  const bytes = contents.reduce((sum, one) => sum + one.bytes.length, 0)
  if (bytes > FUNCTION_BYTES_MAX) throw refused([error(functionText.tooLarge)])
  const src = join(folder, 'src')
  const cache = join(folder, 'cache')
  try {
    await mkdir(src, { recursive: true, mode: 0o755 })
    await mkdir(cache, { mode: 0o755 })
    for (const one of contents) {
      const path = join(src, one.name)
      await mkdir(dirname(path), { recursive: true, mode: 0o755 })
      await writeFile(path, one.bytes, { mode: 0o644, flag: 'wx' })
    }
    const uid = uidOf(number)
    if (deps.walls.files) await lchown(cache, uid, uid)
    const output = await checked(deps, { folder, entrypoint, importMap, uid })
    if (deps.walls.files) await closeTo(folder, uid)
    await flushDirectory(folder)
    await flushName(folder)
    return { output, bytes }
  } catch (cause) {
    await rm(folder, { recursive: true, force: true })
    throw cause
  }
}

interface Checked {
  folder: string
  entrypoint: string
  importMap: string | null
  uid: number
}

async function checked(
  deps: BuildDeps,
  { folder, entrypoint, importMap, uid }: Checked,
): Promise<DeployLine[]> {
  const { deno, walls, outgoing } = deps
  const password = randomBytes(16).toString('hex')
  const door = await openDeployDoor({ outgoing }, password)
  const src = join(folder, 'src')
  const ask = (command: string, ...given: string[]) => {
    const [program = '', ...options] = behindWalls(walls, { uid, memoryMb: 0, isAlone: false }, [
      deno.path,
      command,
      '--no-lock',
      '--node-modules-dir=none',
      ...configOptions(folder, importMap),
      ...given,
      join(src, entrypoint),
    ])
    return said(
      program,
      options,
      {
        PATH: process.env['PATH'],
        DENO_DIR: join(folder, 'cache'),
        DENO_NO_UPDATE_CHECK: '1',
        NO_COLOR: '1',
        HTTP_PROXY: door.url,
        HTTPS_PROXY: door.url,
      },
      src,
    )
  }
  try {
    // Before types are checked: what is outside is not read.
    const info = diskHasRoom(await ask('info', '--json'))
    const graph = parsed(info.out) as { modules?: GraphModule[] }
    const wrong = (graph.modules ?? []).flatMap((module) => problemOf(module, folder))
    if (wrong.length > 0) throw refused(wrong)
    const check = diskHasRoom(await ask('check'))
    const lines = linesOf(check.text, src)
    if (check.isLate) throw refused([error(functionText.checkTooLong)])
    if (check.code !== 0) throw refused(lines.length > 0 ? lines : [error(functionText.checkFailed)])
    // Keeps the JavaScript that Deno makes of the TypeScript: otherwise each start makes it again. A failure does not matter.
    diskHasRoom(await ask('cache', '--no-check'))
    return lines.map((line): DeployLine => ({ ...line, level: 'info' }))
  } finally {
    door.close()
  }
}

/** @throws Error ENOSPC: what is missing is no fault of the function */
function diskHasRoom(answer: Said): Said {
  if (answer.code !== 0 && /No space left on device|Disk quota exceeded/.test(answer.text))
    throw Object.assign(new Error('Deno has no room for its cache'), { code: 'ENOSPC' })
  return answer
}

interface GraphModule {
  specifier: string
  error?: string
}

/** Static imports, and those of JSON and text, read any file: Deno's permissions don't hold for them. */
function problemOf({ specifier, error: text }: GraphModule, folder: string): DeployLine[] {
  if (text !== undefined) return [errorOfModule(text, join(folder, 'src'))]
  if (!specifier.startsWith('file:')) return []
  const path = fileURLToPath(specifier)
  return path.startsWith(`${folder}/src/`) || path.startsWith(`${folder}/cache/`)
    ? []
    : [error(functionText.outside(specifier))]
}

/** Of a module that can’t be read: a sentence, often a piece of its source, and its place. */
export function errorOfModule(text: string, src: string): DeployLine {
  const [sentence = ''] = text.split('\n')
  const [, file, line, column] = /\bat file:\/\/(.+?):(\d+):(\d+)\s*$/.exec(text) ?? []
  const path = file === undefined ? '' : decodeURI(file)
  if (!path.startsWith(`${src}/`)) return error(text.replaceAll(`file://${src}/`, ''))
  return { ...error(sentence), file: path.slice(src.length + 1), line: Number(line), column: Number(column) }
}

interface Said {
  code: number
  out: string
  text: string
  isLate: boolean
}

function said(program: string, options: string[], env: NodeJS.ProcessEnv, cwd: string): Promise<Said> {
  return new Promise((resolve) => {
    const limits = { timeout: CHECK_MS, killSignal: 'SIGKILL', maxBuffer: 16 * SAID_BYTES } as const
    execFile(program, options, { ...limits, env, cwd }, (failure, out, text) =>
      resolve({
        code: failure ? 1 : 0,
        out,
        text: text.slice(0, SAID_BYTES),
        isLate: failure?.killed === true,
      }),
    )
  })
}

/** Deno's own lines, with the place that stands below each message. */
export function linesOf(text: string, src: string): DeployLine[] {
  const lines: DeployLine[] = []
  for (const one of text.split('\n').map((line) => line.trimEnd())) {
    const [, file, line, column] = /^\s+at file:\/\/(.+?):(\d+):(\d+)$/.exec(one) ?? []
    const at = lines.findLastIndex(({ level, file: place }) => level === 'error' && place === undefined)
    const last = lines[at]
    if (file !== undefined && last) {
      const path = decodeURI(file)
      last.file = path.startsWith(`${src}/`) ? path.slice(src.length + 1) : path
      last.line = Number(line)
      last.column = Number(column)
      // Between a message and its place stands the text of the source.
      lines.length = at + 1
    } else if (one !== '' && !/^Check(ed)? |^\s*~+$|^\s*\^+$/.test(one)) {
      const isError = /^(TS\d+ )?\[?ERROR\]?|^error/i.test(one)
      lines.push({ level: isError ? 'error' : 'info', text: one.replaceAll(`file://${src}/`, '') })
    }
  }
  return lines.slice(0, LINES_MAX)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused([error(functionText.checkFailed)])
  }
}

function bytesOf({ name, content, encoding }: FunctionFile): Buffer {
  if (encoding === undefined) return Buffer.from(content)
  const bytes = Buffer.from(content, 'base64')
  if (bytes.toString('base64').replace(/=+$/, '') !== content.replace(/=+$/, ''))
    throw refused([error(functionText.notBase64(name))])
  return bytes
}

/** Root's own, for the one user to read. Links are not followed. */
export async function closeTo(folder: string, uid: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    await lchown(path, 0, uid)
    if (entry.isSymbolicLink()) continue
    await chmod(path, entry.isDirectory() ? 0o750 : 0o640)
  }
  await lchown(folder, 0, uid)
  await chmod(folder, 0o750)
}

function error(text: string): DeployLine {
  return { level: 'error', text }
}

function refused(output: DeployLine[]): DomainError {
  const first = output.find(({ level }) => level === 'error') ?? output[0]
  return new DomainError('function_refused', first?.text, { more: { output } })
}
