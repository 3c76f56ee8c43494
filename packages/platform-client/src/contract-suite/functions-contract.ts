/** What a platform promises of the edge functions of a project. It deploys, and calls no function. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  deleteFunction,
  deleteFunctionSecrets,
  deployFunction,
  deployFunctionParts,
  FUNCTION_MEMORY_MAX_MB,
  FUNCTION_TIMEOUT_MAX_SECONDS,
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
} from '../contract/index.js'
import { refusal } from './refusal.js'

const project = { ref: 'default' }
/** Characters of a SHA-256 in hex. */
const DIGEST = 64
const source = (text: string) => `export default { fetch: () => new Response('${text}') }\n`

/**
 * Registers the tests of functions.
 * @param connect gives a client of a running platform with a project `default`
 */
export function describeFunctionsContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of functions`, () => {
    const deploy = async (slug: string, ...files: { name: string; content: string }[]) =>
      (await connect()).call(deployFunction, { params: { ...project, function: slug }, body: { files } })

    test('a function is deployed, listed, changed and deleted', async () => {
      const client = await connect()
      const params = { ...project, function: 'hello-world' }
      const { function: made } = await deploy('hello-world', { name: 'index.ts', content: source('one') })
      expect(made).toMatchObject({
        slug: 'hello-world',
        name: 'hello-world',
        version: 1,
        verify_jwt: true,
        entrypoint_path: 'index.ts',
        import_map: false,
        import_map_path: null,
      })
      expect(await client.call(listFunctions, { params: project })).toEqual([made])
      expect(await client.call(getFunction, { params })).toEqual(made)
      const changed = await client.call(updateFunction, {
        params,
        body: { name: 'Hello', verify_jwt: false, timeout_seconds: 5, memory_mb: 128 },
      })
      expect(changed).toMatchObject({
        name: 'Hello',
        verify_jwt: false,
        timeout_seconds: 5,
        memory_mb: 128,
        version: 1,
      })
      expect(await client.call(deleteFunction, { params })).toEqual({ slug: 'hello-world' })
      expect(await client.call(listFunctions, { params: project })).toEqual([])
      for (const gone of [
        () => client.call(getFunction, { params }),
        () => client.call(getFunctionBody, { params }),
        () => client.call(listFunctionVersions, { params }),
        () => client.call(updateFunction, { params, body: { name: 'x' } }),
        () => client.call(deleteFunction, { params }),
      ])
        expect(await refusal(gone())).toEqual([404, 'function_not_found'])
    })

    test('versions keep their files, and an earlier one is served again', async () => {
      const client = await connect()
      const params = { ...project, function: 'versions' }
      const first = [{ name: 'index.ts', content: source('first') }]
      await deploy('versions', ...first)
      await deploy('versions', { name: 'index.ts', content: source('second') })
      const files = (number: string) => client.call(getFunctionFiles, { params: { ...params, number } })
      expect(await files('1')).toEqual(first)
      expect((await files('2'))[0]?.content).toBe(source('second'))
      expect(await client.call(rollBackFunction, { params: { ...params, number: '1' } })).toMatchObject({
        version: 3,
      })
      expect(await files('3')).toEqual(first)
      const versions = await client.call(listFunctionVersions, { params })
      expect(
        versions.map(({ version, rolled_back_to, is_served }) => [version, rolled_back_to, is_served]),
      ).toEqual([
        [3, 1, true],
        [2, null, false],
        [1, null, false],
      ])
      expect(versions[0]).toMatchObject({ files: 1, bytes: source('first').length })
      for (const number of ['9', '0', 'x']) expect((await refusal(files(number)))[0]).toBe(404)
      await client.call(deleteFunction, { params })
    })

    test('a deploy that is refused leaves the former version', async () => {
      const client = await connect()
      const params = { ...project, function: 'kept' }
      await deploy('kept', { name: 'index.ts', content: source('kept') })
      expect(await refusal(deploy('kept', { name: 'other.ts', content: source('lost') }))).toEqual([
        422,
        'function_refused',
      ])
      expect(await client.call(getFunction, { params })).toMatchObject({ version: 1 })
      await client.call(deleteFunction, { params })
    })

    test.each([
      ['a path that leaves the function', '../x.ts'],
      ['a path from the root', '/etc/passwd'],
      ['a backslash', '..\\x.ts'],
      ['an empty part', 'a//b.ts'],
      ['the character zero', 'a\0.ts'],
    ])('%s is refused', async (_what, path) => {
      const files = [{ name: path, content: '' }]
      expect(await refusal(deploy('refused', ...files))).toEqual([400, 'invalid_body'])
    })

    test.each(['../x', '1st', 'a b', 'a.b', 'x'.repeat(49)])('no function is named %s', async (slug) => {
      const [status] = await refusal(deploy(encodeURIComponent(slug), { name: 'index.ts', content: '' }))
      expect(status).toBe(404)
    })

    test('the deploy of scripts asks for a form', async () => {
      const call = (await connect()).call(deployFunctionParts, { params: project, query: { slug: 'script' } })
      expect(await refusal(call)).toEqual([400, 'invalid_body'])
    })

    test('limits have limits', async () => {
      const client = await connect()
      const params = { ...project, function: 'limited' }
      await deploy('limited', { name: 'index.ts', content: source('x') })
      for (const body of [
        { timeout_seconds: FUNCTION_TIMEOUT_MAX_SECONDS + 1 },
        { timeout_seconds: 0 },
        { memory_mb: FUNCTION_MEMORY_MAX_MB + 1 },
        {},
      ])
        expect(await refusal(client.call(updateFunction, { params, body }))).toEqual([400, 'invalid_body'])
      await client.call(deleteFunction, { params })
    })

    test('secrets are set, listed without their values, and deleted', async () => {
      const client = await connect()
      const set = (...body: { name: string; value: string }[]) =>
        client.call(setFunctionSecrets, { params: project, body })
      const shown = await set({ name: 'FIRST', value: 'hush' }, { name: 'SECOND', value: 'hush' })
      expect(shown.map((secret) => secret.name)).toEqual(['FIRST', 'SECOND'])
      expect(shown[0]?.value).toHaveLength(DIGEST)
      expect(shown[0]?.value).toBe(shown[1]?.value)
      await set({ name: 'SECOND', value: 'another' })
      const [first, second] = await client.call(listFunctionSecrets, { params: project })
      expect(first?.value).not.toBe(second?.value)
      expect(await refusal(set({ name: 'SUPABASE_URL', value: 'x' }))).toEqual([400, 'invalid_body'])
      await client.call(deleteFunctionSecrets, { params: project, body: ['FIRST', 'SECOND', 'NEVER'] })
      expect(await client.call(listFunctionSecrets, { params: project })).toEqual([])
    })

    test('what runs functions and how they were called is told', async () => {
      const client = await connect()
      const { available, reason, walls } = await client.call(getFunctionsRuntime, { params: project })
      expect([available, reason]).toEqual([true, null])
      expect(Object.keys(walls)).toEqual(['network', 'files', 'memory', 'processor'])
      expect(await client.call(getFunctionStats, { params: project })).toEqual([])
    })
  })
}
