/** The edge functions of the projects whose files are here: deploys, versions, and what runs them. */
import { randomInt, randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  FUNCTIONS_MAX,
  type DeployLine,
  type EdgeFunction,
  type FunctionFile,
  type FunctionsRuntime,
} from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from '../control/control-database.js'
import {
  functionRow,
  insertVersion,
  keptBuilds,
  listVersionRows,
  servedFunction,
  type ServedFunction,
} from '../control/functions.js'
import { createProjectKeys } from '../control/project-keys.js'
import type { EmbeddedDatabases } from '../engines/engine-registry.js'
import { DomainError } from '../kernel/domain-error.js'
import { jwksOf } from '../keys/jwks.js'
import { TEMPORARY_KID } from '../keys/project-keys.js'
import { signToken } from '../keys/token.js'
import type { WriteLine } from '../log-lines/log-line.js'
import type { Outgoing } from '../outgoing/outgoing.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { functionText } from '../text/functions.js'
import { vaultOf, type VaultDeps } from '../vault/vault.js'
import { BOOT_SCRIPT } from './boot-script.js'
import { buildFunction } from './build-function.js'
import { findDeno, installCommand, type Deno } from './find-deno.js'
import type { FunctionsHost } from './functions-host.js'
import { fileOf } from './function-folder.js'
import { copyFunctions } from './copy-functions.js'
import { functionDatabases } from './join-database.js'
import { createRunner, type Runner } from './runner.js'
import { findWalls, type Walls } from './walls.js'

export interface FunctionsDeps {
  control: ControlDatabase
  box: SecretBox
  life: VaultDeps['life']
  registry: EmbeddedDatabases
  dataDir: string
  outgoing: Pick<Outgoing, 'connect'>
  writeLine: WriteLine
  /** The hosted build: no function runs without walls. */
  isPlatform: boolean
  /** Where callers reach the projects' API, and where it listens itself. */
  apiUrl(): string
  ownApiUrl(): string
}

export interface DeployRequest {
  ref: string
  slug: string
  name?: string | undefined
  files: readonly FunctionFile[]
  entrypoint?: string | undefined
  importMap?: string | null | undefined
  verifyJwt?: boolean | undefined
  by: string | null
  line: ControlStatement
}

export interface Functions extends FunctionsHost {
  runtime(): Promise<FunctionsRuntime>
  /** @throws DomainError function_refused, function_busy, functions_unavailable, too_many_functions */
  deploy(request: DeployRequest): Promise<{ function: EdgeFunction; output: DeployLine[] }>
  /** @throws DomainError function_not_found */
  files(ref: string, slug: string, version?: number): Promise<FunctionFile[]>
  /** @throws DomainError function_not_found, function_busy */
  rollBack(request: {
    ref: string
    slug: string
    version: number
    by: string | null
    line: ControlStatement
  }): Promise<EdgeFunction>
  /** Gives a branch the functions of its parent; what it had is replaced. */
  copyTo(from: string, to: string): Promise<void>
  /** Ends the processes of a function that is gone, and deletes its files. */
  forget(ref: string, slug: string): Promise<void>
  /** Ends the processes of a project after its secrets changed; the next call starts one with the new secrets. */
  changed(ref: string): void
  /** Whether the maker of a key, as `makerOf` writes it, is a process that goes on. */
  isAlive(ref: string, executionId: string): boolean
  /** Deletes builds that no version names. */
  sweep(): Promise<void>
  /** Writes what was counted. */
  write(): Promise<void>
  close(): Promise<void>
}

const FOLDER = 'functions'
const NUMBERS = 1_000_000_000
const KEY_SECONDS = 7 * 24 * 3600
const CONFIGS = ['deno.json', 'deno.jsonc', 'import_map.json']
const REFUSED_NAME = /^(SUPABASE_|SB_|DENO_)/

export async function createFunctions(deps: FunctionsDeps): Promise<Functions> {
  const { control, box, dataDir, outgoing, writeLine, isPlatform } = deps
  const keysOf = createProjectKeys(control, box)
  const root = join(dataDir, FOLDER)
  const bootScript = join(root, 'boot.js')
  const busy = new Set<string>()
  let found: Promise<{ deno: Deno | undefined; walls: Walls }> | undefined

  /** Looked for again until there is one: it may be installed meanwhile. */
  async function machine() {
    found ??= Promise.all([findDeno(dataDir), findWalls()]).then(([deno, walls]) => ({ deno, walls }))
    const known = await found
    if (!known.deno) found = undefined
    return known
  }

  async function required(): Promise<{ deno: Deno; walls: Walls }> {
    const { deno, walls } = await machine()
    if (!deno) throw new DomainError('functions_unavailable', functionText.noDeno(installCommand(dataDir)))
    if (isPlatform && !(walls.network && walls.files && walls.limits))
      throw new DomainError('functions_unavailable', functionText.noWalls)
    await mkdir(root, { recursive: true, mode: 0o755 })
    await chmod(root, 0o755)
    await writeFile(bootScript, BOOT_SCRIPT, { mode: 0o644 })
    return { deno, walls }
  }

  const buildFolder = (ref: string, build: string) => join(root, ref, build)

  async function environment(ref: string, executionId: string): Promise<Record<string, string>> {
    const keys = await keysOf(ref)
    const key = keys?.verifying.find(({ kid }) => kid === TEMPORARY_KID)
    const iat = Math.floor(Date.now() / 1000)
    const keyOf = (role: string) =>
      key === undefined
        ? ''
        : signToken(
            { iss: 'basedeck', ref, role, iat, exp: iat + KEY_SECONDS, maker: `function:${executionId}` },
            TEMPORARY_KID,
            { algorithm: 'HS256', secret: key.material, isText: false },
          )
    const anon = keyOf('anon')
    const service = keyOf('service_role')
    const vault = await vaultOf(deps, ref)
    const secrets: Record<string, string> = {}
    for (const { id, name } of await vault.list()) {
      if (!/^[A-Za-z_]\w*$/.test(name) || REFUSED_NAME.test(name)) continue
      const value = (await vault.read({ id }))?.value
      if (value !== undefined) secrets[name] = value
    }
    return {
      ...secrets,
      SUPABASE_URL: `${deps.apiUrl()}/${ref}`,
      SUPABASE_ANON_KEY: anon,
      SUPABASE_SERVICE_ROLE_KEY: service,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: anon }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: service }),
      SUPABASE_JWKS: JSON.stringify({ keys: jwksOf(keys?.verifying ?? []) }),
      SB_REGION: 'local',
      SB_EXECUTION_ID: executionId,
      DENO_DEPLOYMENT_ID: executionId,
    }
  }

  const joinsOf = functionDatabases(deps)
  const runner: Runner = await createRunner({
    control,
    find: (ref, slug) => servedFunction(control, ref, slug),
    writeLine,
    now: Date.now,
    async prepare(ref: string, one: ServedFunction, executionId: string) {
      const { deno, walls } = await required()
      const build = buildFolder(ref, one.build)
      const cached = await readdir(join(build, 'cache')).catch(() => [])
      return {
        deno,
        walls,
        bootScript,
        build,
        entrypoint: one.entrypoint_path,
        importMap: one.import_map_path,
        number: one.number,
        memoryMb: one.memory_mb,
        hasDependencies: cached.some((name) => name === 'npm' || name === 'remote'),
        env: () => environment(ref, executionId),
        outgoing,
        joinDatabase: joinsOf(ref),
        project: { url: `${deps.apiUrl()}/${ref}`, ownOrigin: deps.ownApiUrl() },
      }
    },
  })

  /** @throws DomainError function_busy */
  async function alone<T>(ref: string, slug: string, work: () => Promise<T>): Promise<T> {
    const key = `${ref} ${slug}`
    if (busy.has(key)) throw new DomainError('function_busy')
    busy.add(key)
    try {
      return await work()
    } finally {
      busy.delete(key)
    }
  }

  async function known(ref: string, slug: string): Promise<EdgeFunction> {
    const row = await functionRow(control, ref, slug)
    if (!row) throw new DomainError('function_not_found')
    return row
  }

  async function sweep(): Promise<void> {
    if (busy.size > 0) return
    const kept = await keptBuilds(control)
    const folders = await readdir(root, { withFileTypes: true }).catch(() => [])
    for (const ref of folders) {
      if (!ref.isDirectory()) continue
      for (const build of await readdir(join(root, ref.name)))
        if (!kept.get(ref.name)?.has(build))
          await rm(join(root, ref.name, build), { recursive: true, force: true })
    }
  }

  return {
    ...runner,
    async runtime() {
      const { deno, walls } = await machine()
      const isClosed = isPlatform && !(walls.network && walls.files && walls.limits)
      const weak = [
        ...(walls.network ? [] : [functionText.weakNetwork]),
        ...(walls.files ? [] : [functionText.weakFiles]),
        ...(walls.limits ? [] : [functionText.weakMemory]),
      ]
      return {
        available: deno !== undefined && !isClosed,
        reason: deno
          ? isClosed
            ? functionText.noWalls
            : null
          : functionText.noDeno(installCommand(dataDir)),
        command: deno ? null : installCommand(dataDir),
        deno_version: deno?.version ?? null,
        walls: {
          network: walls.network,
          files: walls.files,
          memory: walls.limits,
          processor: process.platform === 'linux',
        },
        weak_walls: weak,
      }
    },
    deploy: ({ ref, slug, files, line, by, ...given }) =>
      alone(ref, slug, async () => {
        const { deno, walls } = await required()
        const entrypoint = given.entrypoint ?? 'index.ts'
        const beside = entrypoint.slice(0, entrypoint.lastIndexOf('/') + 1)
        const importMap =
          given.importMap === undefined
            ? (CONFIGS.map((name) => beside + name).find((path) => files.some(({ name }) => name === path)) ??
              null)
            : given.importMap
        const former = await servedFunction(control, ref, slug)
        const number = former?.number ?? randomInt(1, NUMBERS)
        const build = randomUUID()
        await mkdir(join(root, ref), { recursive: true, mode: 0o755 })
        const folder = buildFolder(ref, build)
        const made = await buildFunction(
          { deno, walls, outgoing },
          { folder, files, entrypoint, importMap, number },
        )
        const written = await control.write([
          ...insertVersion(
            {
              ref,
              slug,
              name: given.name,
              verifyJwt: given.verifyJwt,
              build,
              number,
              by,
              rolledBackTo: null,
              files: files.length,
              bytes: made.bytes,
              entrypoint,
              importMap,
            },
            FUNCTIONS_MAX,
          ),
          line,
        ])
        if (!written.ok) {
          await rm(folder, { recursive: true, force: true })
          throw new DomainError('too_many_functions')
        }
        runner.drain(ref, slug)
        const row = await known(ref, slug)
        const text = functionText.deployed(slug, row.version)
        return { function: row, output: [...made.output, { level: 'info', text }] }
      }),
    async files(ref, slug, version) {
      const versions = await listVersionRows(control, ref, slug)
      const one = versions.find((each) => (version === undefined ? each.is_served : each.version === version))
      if (!one) throw new DomainError('function_not_found')
      return readFiles(join(buildFolder(ref, one.build), 'src'))
    },
    rollBack: ({ ref, slug, version, by, line }) =>
      alone(ref, slug, async () => {
        const one = (await listVersionRows(control, ref, slug)).find((each) => each.version === version)
        const former = await servedFunction(control, ref, slug)
        if (!one || !former) throw new DomainError('function_not_found')
        const written = await control.write([
          ...insertVersion(
            {
              ref,
              slug,
              name: undefined,
              verifyJwt: undefined,
              build: one.build,
              number: former.number,
              by,
              rolledBackTo: version,
              files: one.files,
              bytes: one.bytes,
              entrypoint: one.entrypoint_path,
              importMap: one.import_map_path,
            },
            FUNCTIONS_MAX,
          ),
          line,
        ])
        if (!written.ok) throw new DomainError('function_not_found')
        runner.drain(ref, slug)
        return known(ref, slug)
      }),
    async copyTo(from, to) {
      const { walls } = await machine()
      // A sweep waits for it.
      await alone(to, '', () =>
        copyFunctions(
          { control, folderOf: (ref) => join(root, ref), hasFileWalls: walls.files, numbers: NUMBERS },
          from,
          to,
        ),
      )
      runner.drain(to)
      await sweep()
    },
    async forget(ref, slug) {
      runner.end(ref, slug)
      await sweep()
    },
    changed: (ref) => runner.drain(ref),
    sweep,
  }
}

async function readFiles(src: string): Promise<FunctionFile[]> {
  const entries = await readdir(src, { recursive: true, withFileTypes: true })
  const files: FunctionFile[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    const name = path.slice(src.length + 1)
    files.push(fileOf(name, bytes))
  }
  return files.toSorted((first, other) => (first.name < other.name ? -1 : 1))
}
