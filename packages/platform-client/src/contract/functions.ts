/** Edge functions of a project: TypeScript that answers calls at the project's own address, below `/functions/v1`. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { displayName } from './names.js'
import { inProject } from './permission.js'
import { secretName, secretValue, SECRETS_AT_ONCE } from './vault.js'
import { wireBoolean } from './wire.js'

/** How long a call may take unless its function says otherwise, in seconds. */
export const FUNCTION_TIMEOUT_SECONDS = 150
/** The longest time that a function can be given for a call, in seconds. */
export const FUNCTION_TIMEOUT_MAX_SECONDS = 400
/** Memory of a function unless it says otherwise, in MB. */
export const FUNCTION_MEMORY_MB = 256
/** The least and the most memory that a function can be given, in MB. */
export const FUNCTION_MEMORY_MIN_MB = 128
/** See `FUNCTION_MEMORY_MIN_MB`. */
export const FUNCTION_MEMORY_MAX_MB = 512
/** How many files a version has at most. */
export const FUNCTION_FILES_MAX = 500
/** Bytes of all files of a version (10 MB). */
export const FUNCTION_BYTES_MAX = 10 * 1024 * 1024
/** How many functions a project has at most. */
export const FUNCTIONS_MAX = 100
/** How many versions of a function are kept, the served one included. */
export const FUNCTION_VERSIONS_KEPT = 20
/** Names that a secret of functions can't have: the platform sets these variables itself. */
export const RESERVED_SECRET_PREFIX = 'SUPABASE_'

/** Below it are Deno's types for an editor: `{version}/deno.d.ts`, for the version that `getFunctionsRuntime` tells. */
export const DENO_TYPES_PATH = '/dashboard/deno'

const MAX_BODY = 2 * FUNCTION_BYTES_MAX

/** A function, as it is served now. */
export interface EdgeFunction {
  id: string
  /** Its place in addresses: `/functions/v1/{slug}`. */
  slug: string
  name: string
  status: 'ACTIVE'
  /** Number of the version that is served; the first one is 1. */
  version: number
  /** A call needs a token of the project. */
  verify_jwt: boolean
  /** Path of the file that is started. */
  entrypoint_path: string
  /** Path of its import map or `deno.json`; null: none. */
  import_map_path: string | null
  /** Whether `import_map_path` is set. */
  import_map: boolean
  timeout_seconds: number
  memory_mb: number
  /** Milliseconds since 1970, as the management API of the family gives them. */
  created_at: number
  /** As `created_at`: the last deploy or change. */
  updated_at: number
}

/** One version of a function. */
export interface FunctionVersion {
  version: number
  created_at: string
  /** Address of the member who deployed it; null: unknown, or without accounts. */
  made_by: string | null
  /** The version whose files it has again; null: it was deployed. */
  rolled_back_to: number | null
  files: number
  bytes: number
  entrypoint_path: string
  import_map_path: string | null
  is_served: boolean
}

/** A file of a version. */
export interface FunctionFile {
  /** Path inside the function: `index.ts`, `lib/mail.ts`. */
  name: string
  content: string
  /** `base64`: `content` is not text. Absent: it is. */
  encoding?: 'base64' | undefined
}

/** One line of what a deploy said. */
export interface DeployLine {
  level: 'info' | 'warning' | 'error'
  text: string
  /** Where: a file of the deploy, with line and column counted from 1. Absent: of the whole. */
  file?: string
  line?: number
  column?: number
}

/** A deploy that was done. One that is refused has its lines under `output` of the error `function_refused`. */
export interface FunctionDeploy {
  function: EdgeFunction
  output: DeployLine[]
}

/** A secret of the functions, without its value. */
export interface FunctionSecret {
  name: string
  /** SHA-256 of its value, in hex. */
  value: string
  updated_at: string
}

/** Calls of one function in the last 24 hours. */
export interface FunctionStats {
  slug: string
  calls: number
  /** Calls that were answered with a status of 500 or above. */
  errors: number
  /** Milliseconds that half of the calls did not exceed, within 10 %; null: there was no call. */
  p50_ms: number | null
  /** The same for 95 of 100 calls. */
  p95_ms: number | null
}

/** Whether functions can run where the project is, and which walls stand around them. */
export interface FunctionsRuntime {
  available: boolean
  /** Why not, as a sentence; null: they run. */
  reason: string | null
  /** The command that makes them available; null: none does, or they are. */
  command: string | null
  /** Version of Deno; null: there is none. */
  deno_version: string | null
  /** False: the wall is weaker here; `weak_walls` says how. */
  walls: { network: boolean; files: boolean; memory: boolean; processor: boolean }
  /** What is weaker, as sentences. */
  weak_walls: string[]
}

/** The slug of a function: a letter, then letters, digits, `-` and `_`; 1 to 48 characters. */
export const functionSlug = v.pipe(
  v.string('The name must be a text'),
  v.regex(
    /^[A-Za-z][A-Za-z0-9_-]{0,47}$/,
    'A name begins with a letter and has at most 48 letters of A to Z, digits, - and _',
  ),
)

const PATH_MAX_CHARACTERS = 200

/** Path of a file inside a function: no `..`, no leading slash, no backslash. */
export const functionFilePath = v.pipe(
  v.string('The path of a file must be a text'),
  v.nonEmpty('The path of a file must not be empty'),
  v.maxLength(PATH_MAX_CHARACTERS, `The path of a file has at most ${PATH_MAX_CHARACTERS} characters`),
  v.check(
    (path) => !/[\p{Cc}\p{Cs}\\:*?"<>|]/u.test(path),
    'The path of a file holds a character that is not allowed',
  ),
  v.check(
    (path) =>
      path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && part.length <= 100),
    'The path of a file stays inside the function: no "..", no empty part, no leading slash',
  ),
)

const timeout = v.pipe(
  v.number(),
  v.integer('must be a whole number'),
  v.minValue(1, 'must be at least 1'),
  v.maxValue(FUNCTION_TIMEOUT_MAX_SECONDS, `must be at most ${FUNCTION_TIMEOUT_MAX_SECONDS}`),
)
const memory = v.pipe(
  v.number(),
  v.integer('must be a whole number'),
  v.minValue(FUNCTION_MEMORY_MIN_MB, `must be at least ${FUNCTION_MEMORY_MIN_MB}`),
  v.maxValue(FUNCTION_MEMORY_MAX_MB, `must be at most ${FUNCTION_MEMORY_MAX_MB}`),
)

/** What `deployFunction` takes. */
export const functionDeployBody = v.object({
  /** Default: the slug, or the name that the function has. */
  name: v.optional(displayName('The name of the function')),
  files: v.pipe(
    v.array(
      v.object({
        name: functionFilePath,
        content: v.string('The content of a file must be a text'),
        encoding: v.optional(v.picklist(['base64'])),
      }),
    ),
    v.minLength(1, 'There is no file to deploy'),
    v.maxLength(FUNCTION_FILES_MAX, `At most ${FUNCTION_FILES_MAX} files are deployed`),
    v.check(
      (files) => new Set(files.map(({ name }) => name.toLowerCase())).size === files.length,
      'Two of the files have the same path',
    ),
  ),
  /** Default `index.ts`. */
  entrypoint: v.optional(functionFilePath),
  /** Default: a `deno.json`, `deno.jsonc` or `import_map.json` beside the entrypoint; null: none. */
  import_map: v.optional(v.nullable(functionFilePath)),
  /** Default: what the function has; true for a new one. */
  verify_jwt: v.optional(v.boolean()),
})
/** What `updateFunction` takes; what is left out stays. */
export const functionChanges = v.pipe(
  v.object({
    name: v.optional(displayName('The name of the function')),
    verify_jwt: v.optional(v.boolean()),
    timeout_seconds: v.optional(timeout),
    memory_mb: v.optional(memory),
  }),
  v.check((changes) => Object.keys(changes).length > 0, 'There is nothing to change'),
)
/** What the metadata of `deployFunctionParts` is. */
export const functionDeployMetadata = v.object({
  entrypoint_path: v.optional(functionFilePath),
  name: v.optional(displayName('The name of the function')),
  verify_jwt: v.optional(v.boolean()),
  import_map_path: v.optional(v.nullable(functionFilePath)),
  static_patterns: v.optional(v.array(v.string())),
})
/** What `setFunctionSecrets` takes: secrets that are made, or get another value. */
export const functionSecretsBody = v.pipe(
  v.array(
    v.object({
      name: v.pipe(
        secretName,
        v.check(
          (name) => !name.toUpperCase().startsWith(RESERVED_SECRET_PREFIX),
          'Names that begin with SUPABASE_ are set by the platform',
        ),
      ),
      value: secretValue,
    }),
  ),
  v.minLength(1, 'There is no secret to save'),
  v.maxLength(SECRETS_AT_ONCE, `At most ${SECRETS_AT_ONCE} secrets are saved at once`),
  v.check(
    (secrets) => new Set(secrets.map(({ name }) => name)).size === secrets.length,
    'Two of the secrets have the same name',
  ),
)
/** What `deleteFunctionSecrets` takes: names. */
export const functionSecretNames = v.pipe(
  v.array(v.string()),
  v.minLength(1, 'There is no secret to delete'),
  v.maxLength(SECRETS_AT_ONCE, `At most ${SECRETS_AT_ONCE} secrets are deleted at once`),
)

const FUNCTIONS = '/v1/projects/{ref}/functions'
const OWN = '/platform/projects/{ref}/functions'
const SECRETS = '/v1/projects/{ref}/secrets'
const requires = { ref: 'Project ref is required' } as const
const one = {
  params: { function: functionSlug },
  requires: { ...requires, function: 'Name of the function is required' },
} as const
const version = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/))

/** The functions of a project, by slug. */
export const listFunctions = endpoint({
  method: 'GET',
  path: FUNCTIONS,
  access: inProject('read', 'functions'),
  response: gives<EdgeFunction[]>(),
  requires,
})
/** One function. 404 `function_not_found`. */
export const getFunction = endpoint({
  method: 'GET',
  path: `${FUNCTIONS}/{function}`,
  access: inProject('read', 'functions'),
  response: gives<EdgeFunction>(),
  ...one,
})
/**
 * Makes a function, or its next version. Dependencies are fetched and types are checked before the new version is served; where
 * that fails the former version stays: 422 `function_refused` with `output`, lines as in the answer. 501 `functions_unavailable`,
 * 409 `function_busy` while it is deployed already, `too_many_functions`.
 */
export const deployFunction = endpoint({
  method: 'POST',
  path: `${OWN}/{function}/deploy`,
  access: inProject('update', 'functions'),
  servedBy: 'holder',
  audit: true,
  body: functionDeployBody,
  maxBody: MAX_BODY,
  response: gives<FunctionDeploy>(),
  ...one,
})
/**
 * The same for scripts: `multipart/form-data` with a part `metadata` (JSON, `functionDeployMetadata`) and parts `file` whose file
 * name is their path; answers 201. Errors as of `deployFunction`.
 */
export const deployFunctionParts = endpoint({
  method: 'POST',
  path: `${FUNCTIONS}/deploy`,
  access: inProject('update', 'functions'),
  servedBy: 'holder',
  audit: true,
  query: v.object({ slug: v.optional(functionSlug), bundleOnly: v.optional(wireBoolean()) }),
  streamsBody: true,
  maxBody: MAX_BODY,
  response: gives<EdgeFunction>(),
  requires,
})
/** Changes the name and the settings of a function. They hold for calls that begin later. */
export const updateFunction = endpoint({
  method: 'PATCH',
  path: `${FUNCTIONS}/{function}`,
  access: inProject('update', 'functions'),
  audit: true,
  body: functionChanges,
  response: gives<EdgeFunction>(),
  ...one,
})
/** Deletes a function with all its versions. Calls that run are ended. */
export const deleteFunction = endpoint({
  method: 'DELETE',
  path: `${FUNCTIONS}/{function}`,
  access: inProject('delete', 'functions'),
  servedBy: 'holder',
  audit: true,
  response: gives<{ slug: string }>(),
  ...one,
})
/** The files of the version that is served, as `multipart/form-data` with parts `file`; for scripts. */
export const getFunctionBody = endpoint({
  method: 'GET',
  path: `${FUNCTIONS}/{function}/body`,
  access: inProject('read', 'functions'),
  servedBy: 'holder',
  response: gives<string>(),
  ...one,
})
/** The kept versions of a function, the newest first. */
export const listFunctionVersions = endpoint({
  method: 'GET',
  path: `${OWN}/{function}/versions`,
  access: inProject('read', 'functions'),
  response: gives<FunctionVersion[]>(),
  ...one,
})
/** The files of a version, by path. 404 `function_not_found`. */
export const getFunctionFiles = endpoint({
  method: 'GET',
  path: `${OWN}/{function}/versions/{number}/files`,
  access: inProject('read', 'functions'),
  servedBy: 'holder',
  response: gives<FunctionFile[]>(),
  params: { function: functionSlug, number: version },
  requires: one.requires,
})
/** Serves the files of an earlier version again, as a new version. */
export const rollBackFunction = endpoint({
  method: 'POST',
  path: `${OWN}/{function}/versions/{number}/roll-back`,
  access: inProject('update', 'functions'),
  servedBy: 'holder',
  audit: true,
  response: gives<EdgeFunction>(),
  params: { function: functionSlug, number: version },
  requires: one.requires,
})
/** The project's secrets that functions get as variables, by name. They are those of the vault, without values. */
export const listFunctionSecrets = endpoint({
  method: 'GET',
  path: SECRETS,
  access: inProject('read', 'secrets'),
  servedBy: 'holder',
  response: gives<FunctionSecret[]>(),
  requires,
})
/** Makes secrets, or gives them another value; functions get them at once. 409 `too_many_secrets`. */
export const setFunctionSecrets = endpoint({
  method: 'POST',
  path: SECRETS,
  access: inProject('create', 'secrets'),
  servedBy: 'holder',
  audit: true,
  body: functionSecretsBody,
  maxBody: 8 * 1024 * 1024,
  response: gives<FunctionSecret[]>(),
  requires,
})
/** Deletes secrets by their names; unknown names are passed over. */
export const deleteFunctionSecrets = endpoint({
  method: 'DELETE',
  path: SECRETS,
  access: inProject('delete', 'secrets'),
  servedBy: 'holder',
  audit: true,
  body: functionSecretNames,
  response: gives<FunctionSecret[]>(),
  requires,
})
/** Calls of each function in the last 24 hours, by slug. */
export const getFunctionStats = endpoint({
  method: 'GET',
  path: `${OWN}/stats`,
  access: inProject('read', 'functions'),
  response: gives<FunctionStats[]>(),
  requires,
})
/** Whether functions can run where the project is. */
export const getFunctionsRuntime = endpoint({
  method: 'GET',
  path: `${OWN}/runtime`,
  access: inProject('read', 'functions'),
  servedBy: 'holder',
  response: gives<FunctionsRuntime>(),
  requires,
})
