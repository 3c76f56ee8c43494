/** Schemas of the parameters in paths. A malformed value cannot exist: 404. */
import * as v from 'valibot'

const plainWord = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]{0,62}$/))

/** A project's part of addresses. */
export const projectRef = plainWord
/** An organization's part of addresses. */
export const organizationSlug = plainWord
const uuid = v.pipe(v.string(), v.uuid())

/** The client chooses it. */
export const runId = v.pipe(
  v.string(),
  v.regex(/^[\w-]{1,64}$/, 'runId must be 1 to 64 letters, digits, - or _'),
)

/** An id of the platform or a partner; it is only looked up. */
export const opaqueId = v.pipe(v.string(), v.nonEmpty())

type Schemas = Readonly<Record<string, v.GenericSchema>>

/** Default schemas of parameters, unless an endpoint has others. */
const USUAL: Schemas = {
  ref: projectRef,
  branch: projectRef,
  slug: organizationSlug,
  id: uuid,
  profile_id: uuid,
}

/** A schema for every parameter of the path. @throws Error when one has none */
export function paramSchemas({ path, params = {} }: { path: string; params?: Schemas }): Schemas {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return Object.fromEntries(
    names.map((name) => {
      const schema = params[name] ?? USUAL[name]
      if (!schema) throw new Error(`${path} does not say what {${name}} looks like`)
      return [name, schema]
    }),
  )
}
