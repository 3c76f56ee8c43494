/** What a dump says of itself: its last file, `manifest.json`. What does not fit the machine it is to be restored on. */
import * as v from 'valibot'
import type { EngineRecord } from '../engines/engine-record.js'

export const MANIFEST_NAME = 'manifest.json'

/** Raised when an older program could not restore it: 2 may hold a control plane that is no PGlite. */
export const DUMP_FORMAT = 2

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
  /** `project`: one database alone, without what the platform knows of it. */
  scope: v.picklist(['installation', 'project']),
  /** Of the processor: the files of a cluster fit no other. */
  architecture: v.string(),
  /** `url`: it is in a PostgreSQL that was given by URL, and the dump does not hold it. */
  control: v.picklist(['inside', 'url', 'none']),
  /** What made the control plane that is inside; format 1 has only PGlite, and does not say so. */
  controlEngine: v.optional(engineRecord),
  /** Whether the key of the stored secrets is in it. */
  hasKey: v.boolean(),
  projects: v.array(v.object({ ref: v.string(), ...engineRecord.entries })),
  /** What each file must be, by its name in the archive. */
  files: v.record(v.string(), v.object({ bytes: v.number(), sha256: v.string() })),
})

export type Manifest = v.InferOutput<typeof manifestForm>

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
  /** Of the PostgreSQL whose programs are found; empty: none. */
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
    if (majors.includes(postgresMajor) && !isForeign) continue
    const key = `${engine} ${postgresMajor}`
    const reason = isForeign ? 'other-architecture' : 'other-major'
    const known = found.get(key) ?? { engine, postgresMajor, refs: [], isControl: false, reason }
    if (ref === undefined) found.set(key, { ...known, isControl: true })
    else found.set(key, { ...known, refs: [...known.refs, ref] })
  }
  return [...found.values()]
}

/** A path that leads nowhere but below the directory it is restored in. */
export function isSafeName(name: string): boolean {
  return name.split('/').every((part) => /^[^\0\\]+$/.test(part) && part !== '.' && part !== '..')
}
