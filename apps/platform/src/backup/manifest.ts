/**
 * The manifest of a dump: its last file, `manifest.json`. Also checks whether a dump can be restored on this machine.
 */
import * as v from 'valibot'
import type { EngineRecord } from '../engines/engine-record.js'

export const MANIFEST_NAME = 'manifest.json'

/**
 * Raised when an older program could not restore the dump. Format 2 may contain a control plane that is not a PGlite, format 3 is of
 * a database on another server.
 */
export const DUMP_FORMAT = 3

/** The oldest program that reads it should. */
export function formatOf(projects: readonly { engine: string }[]): number {
  return projects.some(({ engine }) => engine === 'postgres') ? DUMP_FORMAT : DUMP_FORMAT - 1
}

const engineRecord = v.object({
  engine: v.picklist(['cluster', 'pglite']),
  postgresMajor: v.pipe(v.number(), v.integer()),
})

const manifestForm = v.object({
  format: v.pipe(v.number(), v.integer()),
  /** The version of Basedeck that made it. */
  version: v.string(),
  /** ISO 8601. */
  madeAt: v.string(),
  /** `project`: one database, without its rows in the control plane. */
  scope: v.picklist(['installation', 'project']),
  /** The processor architecture, because a cluster's files only work on the same one. */
  architecture: v.string(),
  /** `url`: the control plane is in a PostgreSQL that was given by URL and is not in the dump. */
  control: v.picklist(['inside', 'url', 'none']),
  /** What made the control plane in the dump. Absent in format 1, which always has PGlite. */
  controlEngine: v.optional(engineRecord),
  /** Whether the dump contains the secret key. */
  hasKey: v.boolean(),
  projects: v.array(
    v.object({
      ref: v.string(),
      ...engineRecord.entries,
      /** `postgres`: the file is a dump by PostgreSQL's own program, `database.dump`. */
      engine: v.picklist(['cluster', 'pglite', 'postgres']),
    }),
  ),
  /** Size and checksum of each file, by its name in the archive. */
  files: v.record(v.string(), v.object({ bytes: v.number(), sha256: v.string() })),
})

export type Manifest = v.InferOutput<typeof manifestForm>

/** What made a database, and what its files are read by. */
export type DumpedDatabase = Omit<Manifest['projects'][number], 'ref'>

/** Undefined when this program does not understand the text. */
export function readManifest(text: string): Manifest | 'newer' | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const whole = v.safeParse(manifestForm, value)
    if (whole.success && whole.output.format >= 1 && whole.output.format <= DUMP_FORMAT) return whole.output
    return v.is(v.object({ format: v.pipe(v.number(), v.minValue(DUMP_FORMAT + 1)) }), value)
      ? 'newer'
      : undefined
  } catch {
    return undefined
  }
}

/** What runs here. */
export interface Here {
  architecture: string
  /** The major versions of the installed PostgreSQL; empty when none is found. */
  clusterMajors: readonly number[]
  pgliteMajor: number
}

export interface Misfit extends EngineRecord {
  /** Of the projects. */
  refs: string[]
  isControl: boolean
  reason: 'other-major' | 'other-architecture'
}

/** Databases that no engine here could open, by what made them. */
export function misfits({ architecture, projects, controlEngine }: Manifest, here: Here): Misfit[] {
  const found = new Map<string, Misfit>()
  const control = controlEngine ? [{ ...controlEngine, ref: undefined }] : []
  for (const { ref, engine, postgresMajor } of [...control, ...projects]) {
    const majors = engine === 'cluster' ? here.clusterMajors : [here.pgliteMajor]
    const isForeign = engine === 'cluster' && architecture !== here.architecture
    // A server reads it, and not an engine of ours.
    if (engine === 'postgres') continue
    if (majors.includes(postgresMajor) && !isForeign) continue
    const key = `${engine} ${postgresMajor}`
    const reason = isForeign ? 'other-architecture' : 'other-major'
    const known = found.get(key) ?? { engine, postgresMajor, refs: [], isControl: false, reason }
    if (ref === undefined) found.set(key, { ...known, isControl: true })
    else found.set(key, { ...known, refs: [...known.refs, ref] })
  }
  return [...found.values()]
}

/** Whether a path stays inside the directory that it is restored into. */
export function isSafeName(name: string): boolean {
  return name.split('/').every((part) => /^[^\0\\]+$/.test(part) && part !== '.' && part !== '..')
}
