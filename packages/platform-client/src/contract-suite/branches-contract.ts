/** The contract of a project's branches. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  createBranch,
  deleteBranch,
  getBranchSettings,
  listBranches,
  resetBranch,
  turnOnInBranch,
  updateBranch,
  updateBranchSettings,
  type Branch,
} from '../contract/branches.js'
import { getProject, listProjects } from '../contract/projects.js'
import { failureOf, refusal } from './refusal.js'

const params = { ref: 'default' }

/**
 * Registers the tests of branches.
 * @param connect gives a client of a running platform whose project `default` has a database of its own
 */
export function describeBranchesContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of branches`, () => {
    const list = async () => (await connect()).call(listBranches, { params })
    type Body = Parameters<typeof create>[0]
    const create = async (body: { branch_name: string; git_branch?: string; ttl_hours?: number }) =>
      (await connect()).call(createBranch, { params, body })
    const byRef = async (ref: string) => (await list()).find(({ project_ref }) => project_ref === ref)
    async function isReady(ref: string): Promise<void> {
      const status = async () => (await byRef(ref))?.status
      await expect.poll(status, { timeout: 60_000 }).toBe('ACTIVE_HEALTHY')
    }
    async function make(body: Body): Promise<Branch> {
      const { project_ref } = await create(body)
      await isReady(project_ref)
      return (await byRef(project_ref))!
    }
    async function end({ id, project_ref }: Branch): Promise<void> {
      await (await connect()).call(deleteBranch, { params: { branch: id } })
      await expect.poll(() => byRef(project_ref), { timeout: 60_000 }).toBeUndefined()
    }

    test('a branch is made, changed, reset and deleted; its project names its parent', async () => {
      const client = await connect()
      const branch = await make({ branch_name: 'Größe / “x” 🌿', git_branch: 'feature/x', ttl_hours: 2 })
      expect(branch).toMatchObject({
        name: 'Größe / “x” 🌿',
        git_branch: 'feature/x',
        parent_project_ref: 'default',
        is_default: false,
        persistent: false,
        with_data: false,
        off: [{ kind: 'mail' }],
      })
      expect(Date.parse(branch.ends_at!)).toBeGreaterThan(Date.parse(branch.created_at))
      const own = await client.call(getProject, { params: { ref: branch.project_ref } })
      expect(own).toMatchObject({ name: branch.name, parent_project_ref: 'default' })
      expect((await client.call(getProject, { params })).is_branch_enabled).toBe(true)
      const [listed] = (await client.call(listProjects, {})).filter(({ ref }) => ref === 'default')
      expect(listed?.preview_branch_refs).toEqual([branch.project_ref])

      const one = { branch: branch.project_ref }
      const asked = await client.call(updateBranch, { params: one, body: { request_review: true } })
      expect(asked.review_requested_at).toEqual(expect.any(String))
      const kept = await client.call(updateBranch, {
        params: { branch: branch.id },
        body: { branch_name: 'kept', persistent: true, request_review: false, git_branch: null },
      })
      expect(kept).toMatchObject({ name: 'kept', persistent: true })
      expect([kept.ends_at, kept.review_requested_at, kept.git_branch]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
      const part = { kind: 'mail', name: branch.off[0]!.name } as const
      const on = await client.call(turnOnInBranch, { params: one, body: part })
      expect(on.off).toEqual([])
      expect(await refusal(client.call(turnOnInBranch, { params: one, body: part }))).toEqual([
        404,
        'branch_part_not_found',
      ])
      await client.call(resetBranch, { params: one })
      await isReady(branch.project_ref)
      // It is quiet again.
      expect((await byRef(branch.project_ref))?.off).toMatchObject([{ kind: 'mail' }])
      await end(branch)
      expect((await list()).map(({ is_default }) => is_default)).toEqual([true])
    }, 180_000)

    test('a name is taken once, and a branch of a branch is a branch of its parent', async () => {
      const client = await connect()
      const first = await make({ branch_name: 'first' })
      expect(await refusal(create({ branch_name: 'first' }))).toEqual([409, 'branch_name_taken'])
      const second = await client.call(createBranch, {
        params: { ref: first.project_ref },
        body: { branch_name: 'second' },
      })
      expect(second.parent_project_ref).toBe('default')
      await isReady(second.project_ref)
      const rename = client.call(updateBranch, {
        params: { branch: second.id },
        body: { branch_name: 'first' },
      })
      expect(await refusal(rename)).toEqual([409, 'branch_name_taken'])
      await end(first)
      await end(second)
    }, 180_000)

    test.each<[string, () => Promise<unknown>, [number, string]]>([
      ['a name of blanks', () => create({ branch_name: '  ' }), [400, 'invalid_body']],
      ['a name of 101 characters', () => create({ branch_name: 'x'.repeat(101) }), [400, 'invalid_body']],
      ['half an hour', () => create({ branch_name: 'x', ttl_hours: 0.5 }), [400, 'invalid_body']],
      ['an unknown branch', async () => removal('nothing'), [404, 'branch_not_found']],
      ['the project itself', async () => removal('default'), [422, 'branch_is_default']],
    ])('%s is refused', async (_, call, told) => {
      expect(await refusal(call())).toEqual(told)
    })
    const removal = async (branch: string) => (await connect()).call(deleteBranch, { params: { branch } })

    test('masks are stored, and an older version is refused with the stored ones', async () => {
      const client = await connect()
      const { version } = await client.call(getBranchSettings, { params })
      const masks = [{ schema: 'auth', table: 'users', column: 'email', expression: `'x' || id` }]
      const change = (body: { masks: typeof masks; expected_version?: string }) =>
        client.call(updateBranchSettings, { params, body })
      expect((await change({ masks, expected_version: version })).masks).toEqual(masks)
      const failure = await failureOf(change({ masks: [], expected_version: version }))
      expect(failure).toMatchObject({ status: 409, code: 'stale' })
      expect(failure.body).toMatchObject({ stored: { masks } })
      await change({ masks: [] })
    })
  })
}
