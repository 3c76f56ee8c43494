/** Edge functions of the fake platform's projects. What is deployed is kept, and never run. */
import {
  deleteFunction,
  deleteFunctionSecrets,
  deployFunction,
  deployFunctionParts,
  FUNCTION_MEMORY_MB,
  FUNCTION_TIMEOUT_SECONDS,
  FUNCTIONS_MAX,
  getFunction,
  getFunctionBody,
  getFunctionFiles,
  getFunctionsRuntime,
  getFunctionStats,
  listFunctions,
  listFunctionSecrets,
  listFunctionVersions,
  rollBackFunction,
  setFunctionSecrets,
  updateFunction,
  type DeployLine,
  type EdgeFunction,
  type FunctionFile,
  type FunctionSecret,
  type FunctionsRuntime,
  type FunctionStats,
  type FunctionVersion,
} from '../contract/index.js'
import { newId } from '../id.js'
import { FakeRefusal, fakeRoute, replyRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, tick, type FakeProject, type FakeWorld } from './fake-world.js'

/** A function of a fake project, with the files of its versions. */
export interface FakeFunction {
  shown: EdgeFunction
  versions: (FunctionVersion & { content: FunctionFile[] })[]
}

/** What a test may look at or change of functions. */
export interface FakeFunctions {
  runtime: FunctionsRuntime
  /** By project and slug. */
  stats: FunctionStats[]
  /** What the next deploys say; with a line of the level `error` they are refused. */
  output: DeployLine[]
  /** By the project's ref. */
  deployed: Map<string, FakeFunction[]>
}

export function createFakeFunctions(): FakeFunctions {
  return {
    runtime: {
      available: true,
      reason: null,
      command: null,
      deno_version: '2.9.6',
      walls: { network: true, files: true, memory: true, processor: true },
      weak_walls: [],
    },
    stats: [],
    output: [],
    deployed: new Map(),
  }
}

interface Deploy {
  slug: string
  name?: string | undefined
  files: FunctionFile[]
  entrypoint?: string | undefined
  importMap?: string | null | undefined
  verifyJwt?: boolean | undefined
}

export function functionRoutes(world: FakeWorld, functions: FakeFunctions): FakeRoute[] {
  const of = (ref: string | undefined) => {
    const { project } = projectOf(world, ref)
    const all = functions.deployed.get(project.ref) ?? []
    functions.deployed.set(project.ref, all)
    return all
  }
  const one = ({ ref, function: slug }: Record<string, string>) => {
    const found = of(ref).find(({ shown }) => shown.slug === slug)
    if (!found) throw new FakeRefusal(404, 'function_not_found', 'Function not found')
    return found
  }
  const versionOf = (params: Record<string, string>) => {
    const version = one(params).versions.find((known) => known.version === Number(params['number']))
    if (!version) throw new FakeRefusal(404, 'function_not_found', 'Function not found')
    return version
  }
  const told = ({ project }: FakeProject, action: string, target: string) =>
    record(world, { slug: project.organization_slug, action, target, project_ref: project.ref })
  const add = (
    found: FakeFunction,
    version: Pick<FunctionVersion, 'rolled_back_to' | 'entrypoint_path' | 'import_map_path'> & {
      content: FunctionFile[]
    },
  ) => {
    const at = tick(world)
    const number = found.shown.version + 1
    found.versions = [
      {
        ...version,
        version: number,
        created_at: at,
        made_by: world.caller.profile.primary_email,
        files: version.content.length,
        bytes: version.content.reduce((sum, { content }) => sum + content.length, 0),
        is_served: true,
      },
      ...found.versions.map((known) => ({ ...known, is_served: false })),
    ]
    Object.assign(found.shown, {
      version: number,
      entrypoint_path: version.entrypoint_path,
      import_map_path: version.import_map_path,
      import_map: version.import_map_path !== null,
      updated_at: Date.parse(at),
    })
  }
  const deploy = (ref: string | undefined, given: Deploy) => {
    const all = of(ref)
    const { slug, files, entrypoint = 'index.ts', importMap = null } = given
    const refused = (line: DeployLine) =>
      new FakeRefusal(422, 'function_refused', line.text, { more: { output: [line] } })
    if (!files.some(({ name }) => name === entrypoint))
      throw refused({ level: 'error', text: `There is no file ${entrypoint}` })
    const error = functions.output.find(({ level }) => level === 'error')
    if (error)
      throw new FakeRefusal(422, 'function_refused', error.text, { more: { output: functions.output } })
    const known = all.find(({ shown }) => shown.slug === slug)
    if (!known && all.length >= FUNCTIONS_MAX)
      throw new FakeRefusal(409, 'too_many_functions', 'A project can have at most 100 functions')
    const found = known ?? { shown: made(slug, Date.parse(tick(world))), versions: [] }
    if (!known) all.push(found)
    if (given.name !== undefined) found.shown.name = given.name
    if (given.verifyJwt !== undefined) found.shown.verify_jwt = given.verifyJwt
    add(found, {
      rolled_back_to: null,
      entrypoint_path: entrypoint,
      import_map_path: importMap,
      content: files,
    })
    told(projectOf(world, ref), 'function.deploy', slug)
    return { function: { ...found.shown }, output: functions.output }
  }
  return [
    fakeRoute(listFunctions, ({ params }) =>
      of(params['ref'])
        .map(({ shown }) => ({ ...shown }))
        .toSorted((first, other) => (first.slug < other.slug ? -1 : 1)),
    ),
    fakeRoute(getFunctionStats, ({ params }) => (of(params['ref']), functions.stats)),
    fakeRoute(getFunctionsRuntime, ({ params }) => (of(params['ref']), functions.runtime)),
    fakeRoute(deployFunction, ({ params, body: { files, ...body } }) =>
      deploy(params['ref'], {
        ...body,
        slug: params['function'] ?? '',
        files,
        importMap: body.import_map,
        verifyJwt: body.verify_jwt,
      }),
    ),
    replyRoute(deployFunctionParts, ({ params, query, body }) => {
      if (body === undefined)
        throw new FakeRefusal(
          400,
          'invalid_body',
          'Send multipart/form-data with a part metadata and parts file',
        )
      return {
        status: 201,
        body: deploy(params['ref'], {
          slug: query.slug ?? 'function',
          files: [{ name: 'index.ts', content: '' }],
        }).function,
      }
    }),
    fakeRoute(getFunction, ({ params }) => ({ ...one(params).shown })),
    fakeRoute(updateFunction, ({ params, body }) => {
      const { shown } = one(params)
      Object.assign(shown, body, { updated_at: Date.parse(tick(world)) })
      told(projectOf(world, params['ref']), 'function.update', shown.slug)
      return { ...shown }
    }),
    fakeRoute(deleteFunction, ({ params }) => {
      const { shown } = one(params)
      const { project } = projectOf(world, params['ref'])
      functions.deployed.set(
        project.ref,
        of(params['ref']).filter((known) => known.shown !== shown),
      )
      told(projectOf(world, params['ref']), 'function.delete', shown.slug)
      return { slug: shown.slug }
    }),
    replyRoute(getFunctionBody, ({ params }) => ({
      status: 200,
      body: undefined,
      text:
        one(params)
          .versions[0]?.content.map(({ content }) => content)
          .join('\n') ?? '',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })),
    fakeRoute(listFunctionVersions, ({ params }) =>
      one(params).versions.map(({ content: _content, ...version }) => version),
    ),
    fakeRoute(getFunctionFiles, ({ params }) => versionOf(params).content),
    fakeRoute(rollBackFunction, ({ params }) => {
      const found = one(params)
      const version = versionOf(params)
      add(found, { ...version, rolled_back_to: version.version })
      told(projectOf(world, params['ref']), 'function.roll_back', found.shown.slug)
      return { ...found.shown }
    }),
    fakeRoute(listFunctionSecrets, ({ params }) => secretsOf(projectOf(world, params['ref']))),
    fakeRoute(setFunctionSecrets, ({ params, body }) => {
      const found = projectOf(world, params['ref'])
      const by = world.caller.profile.primary_email
      for (const { name, value } of body) {
        const at = tick(world)
        const known = found.vault.find((secret) => secret.name === name)
        if (known) Object.assign(known, { value, updated_at: at, changed_by: by })
        else
          found.vault.push({
            id: newId(),
            name,
            value,
            description: '',
            inserted_at: at,
            updated_at: at,
            made_by: by,
            changed_by: by,
          })
      }
      told(found, 'secret.set', body.map(({ name }) => name).join(', '))
      return secretsOf(found)
    }),
    fakeRoute(deleteFunctionSecrets, ({ params, body }) => {
      const found = projectOf(world, params['ref'])
      found.vault = found.vault.filter(({ name }) => !body.includes(name))
      told(found, 'secret.delete', body.join(', '))
      return secretsOf(found)
    }),
  ]
}

function made(slug: string, at: number): EdgeFunction {
  return {
    id: newId(),
    slug,
    name: slug,
    status: 'ACTIVE',
    version: 0,
    verify_jwt: true,
    entrypoint_path: 'index.ts',
    import_map_path: null,
    import_map: false,
    timeout_seconds: FUNCTION_TIMEOUT_SECONDS,
    memory_mb: FUNCTION_MEMORY_MB,
    created_at: at,
    updated_at: at,
  }
}

function secretsOf({ vault }: FakeProject): FunctionSecret[] {
  return vault
    .toSorted((first, other) => (first.name < other.name ? -1 : 1))
    .map(({ name, value, updated_at }) => ({ name, value: digestOf(value), updated_at }))
}

/** As long as a SHA-256, and as equal for equal values. */
function digestOf(value: string): string {
  let hash = 0
  for (const character of value) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 0xffff_ffff
  return hash.toString(16).padStart(64, '0')
}
