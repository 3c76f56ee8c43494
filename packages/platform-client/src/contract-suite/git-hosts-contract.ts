/** What a platform promises of hosts of source code: one suite for the fake, and for the server beside a host that speaks the API. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  checkGitHost,
  connectGitHost,
  disconnectGitHost,
  getProjectRepository,
  listGitHosts,
  listGitRepositories,
  removeProjectRepository,
  setProjectRepository,
  type GitHostKind,
} from '../contract/index.js'
import { newId } from '../id.js'
import { refusal } from './refusal.js'

/** A platform, and a host whose token reaches `acme/shop` (private) and `acme/docs`, each with the branches `main` and `next`. */
export interface GitHostsSubject {
  client: Client
  slug: string
  ref: string
  kind: GitHostKind
  address: string
  token: string
}

/**
 * Registers the tests of hosts of source code.
 * @param connect gives the platform and the host, in each test
 */
export function describeGitHostsContract(name: string, connect: () => GitHostsSubject): void {
  describe(`${name} keeps the contract of source code hosts`, () => {
    test('a host is connected by a token, checked, and forgotten', async () => {
      const { client, slug, kind, address, token } = connect()
      const params = { slug }
      const body = { kind, address: `${address}/`, token }
      const made = await client.call(connectGitHost, { params, body })
      expect(made).toMatchObject({ kind, address, login: 'octavia', problem: null, projects: [] })
      expect(JSON.stringify(made)).not.toContain(token)
      expect(await client.call(listGitHosts, { params })).toEqual([made])
      expect(await refusal(client.call(connectGitHost, { params, body }))).toEqual([409, 'git_host_taken'])
      const at = { params: { slug, id: made.id } }
      expect(await client.call(checkGitHost, at)).toMatchObject({ id: made.id, problem: null })
      expect(await client.call(disconnectGitHost, at)).toEqual({ id: made.id })
      for (const gone of [() => client.call(disconnectGitHost, at), () => client.call(checkGitHost, at)])
        expect(await refusal(gone())).toEqual([404, 'not_found'])
    })

    test('a wrong token, an address that does not answer, and one without TLS are refused', async () => {
      const { client, slug, kind, address, token } = connect()
      const tryWith = (more: object) =>
        refusal(client.call(connectGitHost, { params: { slug }, body: { kind, address, token, ...more } }))
      expect(await tryWith({ token: 'wrong-token' })).toEqual([400, 'git_token_refused'])
      expect(await tryWith({ address: 'https://127.0.0.2:1' })).toEqual([400, 'git_host_unreachable'])
      for (const wrong of [
        'http://git.example',
        'https://name:word@git.example',
        'https://git.example/?a=b',
        'git',
      ])
        expect(await tryWith({ address: wrong })).toEqual([400, 'invalid_body'])
      for (const wrong of ['', 'a b', 'line\nbreak', 'ä'])
        expect(await tryWith({ token: wrong })).toEqual([400, 'invalid_body'])
    })

    test('a project has a repository and a branch of it, until it or the host goes', async () => {
      const { client, slug, ref, kind, address, token } = connect()
      const params = { ref }
      const host = await client.call(connectGitHost, { params: { slug }, body: { kind, address, token } })
      const { id, login } = host
      expect(await client.call(getProjectRepository, { params })).toEqual({
        connected: null,
        hosts: [{ id, kind, address, login }],
      })
      const all = await client.call(listGitRepositories, { params: { ref, id } })
      expect(all).toEqual([
        { name: 'acme/shop', default_branch: 'main', is_private: true },
        { name: 'acme/docs', default_branch: 'main', is_private: false },
      ])
      const set = (repository: string, branch?: string, host_id = id) =>
        client.call(setProjectRepository, {
          params,
          body: { host_id, repository, ...(branch === undefined ? {} : { branch }) },
        })
      expect(await set('acme/shop')).toMatchObject({ repository: 'acme/shop', branch: 'main', host: { id } })
      expect(await set('acme/shop', 'next')).toMatchObject({ branch: 'next' })
      expect(await refusal(set('acme/none'))).toEqual([404, 'git_repository_not_found'])
      expect(await refusal(set('acme/shop', 'none'))).toEqual([404, 'git_branch_not_found'])
      expect(await refusal(set('acme/shop', 'main', newId()))).toEqual([404, 'not_found'])
      for (const wrong of ['acme', 'acme/../other', '/acme/shop', 'acme/shop?x=1'])
        expect(await refusal(set(wrong))).toEqual([400, 'invalid_body'])
      expect(await client.call(listGitHosts, { params: { slug } })).toMatchObject([
        { projects: [{ ref, repository: 'acme/shop', branch: 'next' }] },
      ])
      await client.call(removeProjectRepository, { params })
      expect(await refusal(client.call(removeProjectRepository, { params }))).toEqual([404, 'not_found'])
      await set('acme/docs')
      await client.call(disconnectGitHost, { params: { slug, id } })
      expect(await client.call(getProjectRepository, { params })).toEqual({ connected: null, hosts: [] })
    })
  })
}
