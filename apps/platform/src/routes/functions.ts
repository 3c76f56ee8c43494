/** Edge functions of a project: deploys, versions, settings and secrets. */
import { createHash } from 'node:crypto'
import {
  deleteFunction,
  deleteFunctionSecrets,
  deployFunction,
  deployFunctionParts,
  functionDeployMetadata,
  functionFilePath,
  FUNCTION_BYTES_MAX,
  FUNCTION_FILES_MAX,
  functionSlug,
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
  type FunctionFile,
  type FunctionSecret,
} from '@basedeck/platform-client/contract'
import * as v from 'valibot'
import {
  deleteFunctionRow,
  functionRow,
  functionStats,
  listFunctionRows,
  listVersionRows,
  updateFunctionRow,
} from '../control/functions.js'
import type { Functions } from '../functions/functions.js'
import { DomainError } from '../kernel/domain-error.js'
import { functionText } from '../text/functions.js'
import { vaultOf, type VaultDeps } from '../vault/vault.js'
import type { Mount } from './mount.js'
import { projectLine } from './project-line.js'

export interface FunctionRouteDeps extends VaultDeps {
  /** Default: none can run here. */
  functions?: Functions | undefined
}

export function functionRoutes(mount: Mount, deps: FunctionRouteDeps): void {
  const { control } = deps
  const here = (): Functions => {
    if (!deps.functions) throw new DomainError('functions_unavailable')
    return deps.functions
  }
  const known = async (ref: string, slug: string) => {
    const row = await functionRow(control, ref, slug)
    if (!row) throw new DomainError('function_not_found')
    return row
  }

  mount.on(listFunctions, ({ project }) => listFunctionRows(control, project.ref))
  mount.on(getFunctionStats, async ({ project }) => {
    await deps.functions?.write()
    return functionStats(control, project.ref)
  })
  mount.on(getFunctionsRuntime, () => here().runtime())
  mount.on(deployFunction, (call) => {
    const { project, params, body, caller } = call
    const { function: slug = '' } = params
    return here().deploy({
      ref: project.ref,
      slug,
      name: body.name,
      files: body.files,
      entrypoint: body.entrypoint,
      importMap: body.import_map,
      verifyJwt: body.verify_jwt,
      by: caller.email,
      line: projectLine(call, 'function.deploy', slug, { files: body.files.length }),
    })
  })
  mount.on(
    deployFunctionParts,
    async (call) => {
      const { c, project, query, caller } = call
      const { metadata, files } = await formOf(c.req.raw)
      const slug = v.safeParse(functionSlug, query.slug ?? metadata.name)
      if (!slug.success) throw new DomainError('invalid_query', slug.issues[0].message)
      const { function: made } = await here().deploy({
        ref: project.ref,
        slug: slug.output,
        name: metadata.name,
        files,
        entrypoint: metadata.entrypoint_path,
        importMap: metadata.import_map_path ?? undefined,
        verifyJwt: metadata.verify_jwt,
        by: caller.email,
        line: projectLine(call, 'function.deploy', slug.output, { files: files.length }),
      })
      return made
    },
    201,
  )
  mount.on(getFunction, ({ project, params }) => known(project.ref, params['function'] ?? ''))
  mount.on(updateFunction, async (call) => {
    const { project, params, body } = call
    const { function: slug = '' } = params
    const written = await control.write([
      updateFunctionRow(project.ref, slug, body),
      projectLine(call, 'function.update', slug, { changed: Object.keys(body) }),
    ])
    if (!written.ok) throw new DomainError('function_not_found')
    return known(project.ref, slug)
  })
  mount.on(deleteFunction, async (call) => {
    const { project, params } = call
    const { function: slug = '' } = params
    const written = await control.write([
      deleteFunctionRow(project.ref, slug),
      projectLine(call, 'function.delete', slug),
    ])
    if (!written.ok) throw new DomainError('function_not_found')
    await deps.functions?.forget(project.ref, slug)
    return { slug }
  })
  mount.on(getFunctionBody, async ({ project, params }) => {
    const form = new FormData()
    for (const { name, content, encoding } of await here().files(project.ref, params['function'] ?? ''))
      form.append('file', new Blob([Buffer.from(content, encoding ?? 'utf8')]), name)
    return new Response(form)
  })
  mount.on(listFunctionVersions, async ({ project, params }) => {
    const { function: slug = '' } = params
    const rows = await listVersionRows(control, project.ref, slug)
    if (rows.length === 0) throw new DomainError('function_not_found')
    return rows.map(({ build: _build, ...version }) => version)
  })
  mount.on(getFunctionFiles, ({ project, params }) =>
    here().files(project.ref, params['function'] ?? '', Number(params['number'])),
  )
  mount.on(rollBackFunction, (call) => {
    const { project, params, caller } = call
    const { function: slug = '', number } = params
    return here().rollBack({
      ref: project.ref,
      slug,
      version: Number(number),
      by: caller.email,
      line: projectLine(call, 'function.roll_back', slug, { version: Number(number) }),
    })
  })

  const secretsOf = async (ref: string): Promise<FunctionSecret[]> => {
    const vault = await vaultOf(deps, ref)
    const secrets: FunctionSecret[] = []
    for (const { id, name, updated_at } of await vault.list()) {
      const value = (await vault.read({ id }))?.value ?? ''
      secrets.push({ name, value: createHash('sha256').update(value).digest('hex'), updated_at })
    }
    return secrets
  }
  mount.on(listFunctionSecrets, ({ project }) => secretsOf(project.ref))
  mount.on(
    setFunctionSecrets,
    async (call) => {
      const { project, caller, body } = call
      const vault = await vaultOf(deps, project.ref)
      const there = new Map((await vault.list()).map(({ name, id }) => [name, id]))
      const fresh = body.filter(({ name }) => !there.has(name))
      const line = (name: string) => projectLine(call, 'secret.set', name)
      if (fresh.length > 0)
        await vault.create(fresh, {
          by: caller.email,
          line: line(fresh.map(({ name }) => name).join(', ')),
        })
      for (const { name, value } of body) {
        const id = there.get(name)
        if (id !== undefined) await vault.update(id, { value }, { by: caller.email, line: line(name) })
      }
      deps.functions?.changed(project.ref)
      return secretsOf(project.ref)
    },
    201,
  )
  mount.on(deleteFunctionSecrets, async (call) => {
    const { project, caller, body } = call
    const vault = await vaultOf(deps, project.ref)
    for (const { id, name } of await vault.list())
      if (body.includes(name))
        await vault.remove(id, { by: caller.email, line: projectLine(call, 'secret.delete', name) })
    deps.functions?.changed(project.ref)
    return secretsOf(project.ref)
  })
}

/** Counted while it arrives. @throws DomainError invalid_body, body_too_large */
async function formOf(request: Request): Promise<{
  metadata: v.InferOutput<typeof functionDeployMetadata>
  files: FunctionFile[]
}> {
  if (!/^multipart\/form-data/i.test(request.headers.get('content-type') ?? '') || !request.body)
    throw new DomainError('invalid_body', functionText.noForm)
  let bytes = 0
  const pieces: Uint8Array[] = []
  for await (const piece of request.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.length
    if (bytes > 2 * FUNCTION_BYTES_MAX) throw new DomainError('invalid_body', functionText.tooLarge)
    pieces.push(piece)
  }
  const whole = new Response(Buffer.concat(pieces), {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
  const form = await whole.formData().catch((cause: unknown) => {
    throw new DomainError('invalid_body', functionText.badForm, { cause })
  })
  const given = form.get('metadata')
  const metadata = v.safeParse(
    functionDeployMetadata,
    jsonIn(given instanceof Blob ? await given.text() : given),
  )
  if (!metadata.success) throw new DomainError('invalid_body', functionText.badForm)
  const files: FunctionFile[] = []
  for (const part of form.getAll('file')) {
    if (typeof part === 'string') throw new DomainError('invalid_body', functionText.badForm)
    const name = v.safeParse(functionFilePath, part.name)
    if (!name.success) throw new DomainError('invalid_body', name.issues[0].message)
    const content = Buffer.from(await part.arrayBuffer())
    files.push({ name: name.output, content: content.toString('base64'), encoding: 'base64' })
  }
  const names = new Set(files.map(({ name }) => name.toLowerCase()))
  if (files.length === 0 || files.length > FUNCTION_FILES_MAX || names.size < files.length)
    throw new DomainError('invalid_body', functionText.badForm)
  return { metadata: metadata.output, files }
}

function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '') as unknown
  } catch {
    return undefined
  }
}
