/** The contract of merges: a branch is compared with its parent, chosen changes are merged, and taken back. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  compareBranch,
  compareRows,
  mergeBranch,
  mergeRows,
  planMerge,
  undoMerge,
  type BranchComparison,
} from '../contract/merge.js'
import { failureOf, refusal } from './refusal.js'

/** A platform with a branch for the tests of merges. */
export interface MergeSubject {
  client: Client
  /**
   * The ref of a branch of `default` that was prepared by `MERGE_CONTRACT_SQL`, and has nothing else to merge.
   */
  branch: string
}

/** What runs in both databases, then what runs in one of them. */
export const MERGE_CONTRACT_SQL = {
  both: 'create table public.told (id integer primary key, a text); create table public.keyless (a text)',
  parent: `insert into public.told values (1, 'one'), (2, 'two'), (3, '')`,
  branch: `insert into public.told values (1, 'one'), (2, 'zwei'), (4, null); create table public.made (id integer primary key); create view public.seen as select id from public.made`,
} as const

/**
 * Registers the tests of merges.
 * @param connect gives a platform whose branch nobody merged yet
 */
export function describeMergeContract(
  name: string,
  connect: () => Promise<MergeSubject> | MergeSubject,
): void {
  describe(`${name} keeps the contract of merges`, () => {
    const compare = async () => {
      const { client, branch } = await connect()
      return client.call(compareBranch, { params: { ref: branch } })
    }
    const choose = (comparison: BranchComparison, names: readonly string[]) => ({
      parent_version: comparison.parent_version,
      branch_version: comparison.branch_version,
      objects: comparison.objects.filter((one) => names.includes(one.name)).map(({ id }) => id),
    })
    const merge = async (choice: ReturnType<typeof choose>) => {
      const { client, branch } = await connect()
      return client.call(mergeBranch, { params: { ref: branch }, body: { ...choice, runId: 'merge' } })
    }
    const undo = async (id: string) => {
      const { client, branch } = await connect()
      return client.call(undoMerge, { params: { ref: branch, id }, body: { runId: 'undo' } })
    }
    const rows = async (limit?: number, table = 'told') => {
      const { client, branch } = await connect()
      const body = { schema: 'public', table, ...(limit === undefined ? {} : { limit }) }
      return client.call(compareRows, { params: { ref: branch }, body })
    }

    test('what the branch changed is listed by object, with its SQL and both definitions', async () => {
      const comparison = await compare()
      const { branch } = await connect()
      expect(comparison).toMatchObject({
        branch: { ref: branch },
        parent: { ref: 'default' },
        has_base: true,
        last: null,
        buckets: [],
        auth: [],
      })
      expect(comparison.objects.map((one) => [one.kind, one.name, one.verb])).toEqual([
        ['table', 'made', 'create'],
        ['view', 'seen', 'create'],
      ])
      const [made, seen] = comparison.objects
      expect(made).toMatchObject({ theirs: false, conflict: false, needs: [] })
      expect(made?.definitions).toEqual({
        base: null,
        parent: null,
        branch: expect.stringMatching(/create table/i),
      })
      expect(made?.changes[0]?.sql).toMatch(/create table/i)
      expect(seen?.needs).toEqual([made?.id])
    }, 60_000)

    test('what is chosen must be known, whole, and of the comparison that was shown', async () => {
      const comparison = await compare()
      const { client, branch } = await connect()
      const part = choose(comparison, ['seen'])
      const both = choose(comparison, ['made', 'seen'])
      expect(await refusal(merge(part))).toEqual([409, 'merge_incomplete'])
      expect(await refusal(merge({ ...both, objects: ['x'] }))).toEqual([400, 'invalid_body'])
      expect(await refusal(merge({ ...both, objects: [] }))).toEqual([400, 'invalid_body'])
      const stale = await failureOf(merge({ ...both, parent_version: 'older' }))
      expect(stale).toMatchObject({ status: 409, code: 'stale' })
      expect(stale.body).toMatchObject({ stored: { parent_version: comparison.parent_version } })
      const planned = await client.call(planMerge, { params: { ref: branch }, body: both })
      expect(planned.statements.length).toBeGreaterThan(1)
      expect(await compare()).toEqual(comparison)
    }, 60_000)

    test('a merge is recorded, and taken back once', async () => {
      const first = await compare()
      const done = await merge(choose(first, ['made', 'seen']))
      expect(done.left).toEqual([])
      expect(done.merge).toMatchObject({
        version: expect.stringMatching(/^\d{14}$/),
        undone_at: null,
        comes_back_empty: [],
        undo: expect.any(Array),
      })
      expect(done.comparison).toMatchObject({ objects: [], last: { id: done.merge.id } })
      expect(await refusal(merge(choose(first, ['made', 'seen'])))).toEqual([409, 'stale'])
      const { comparison } = await undo(done.merge.id)
      expect(comparison.last?.undone_at).toEqual(expect.any(String))
      expect(comparison.objects.map((one) => one.name)).toEqual(['made', 'seen'])
      expect(await refusal(undo(done.merge.id))).toEqual([409, 'undo_impossible'])
    }, 60_000)

    test('rows are compared by their key, and merged where the parent has not changed them', async () => {
      const compared = await rows()
      expect(compared).toMatchObject({ key: ['id'], columns: ['id', 'a'], truncated: false })
      expect([compared.added, compared.removed, compared.changed, compared.equal]).toEqual([1, 1, 1, 1])
      expect(compared.rows).toEqual([
        { kind: 'changed', parent: ['2', 'two'], branch: ['2', 'zwei'] },
        { kind: 'removed', parent: ['3', ''], branch: null },
        { kind: 'added', parent: null, branch: ['4', null] },
      ])
      expect(await rows(1)).toMatchObject({ rows: [{ kind: 'changed' }], truncated: true, removed: 1 })
      const { client, branch } = await connect()
      const send = (sent: typeof compared.rows) =>
        client.call(mergeRows, {
          params: { ref: branch },
          body: { schema: 'public', table: 'told', columns: compared.columns, rows: sent },
        })
      expect(await refusal(send([]))).toEqual([400, 'invalid_body'])
      const other = { kind: 'changed' as const, parent: ['2', 'older'], branch: ['2', 'zwei'] }
      expect(await send([other, ...compared.rows.slice(1)])).toEqual({ merged: 2, conflicts: [0] })
      expect((await rows()).rows).toEqual(compared.rows.slice(0, 1))
      expect(await send(compared.rows.slice(0, 1))).toEqual({ merged: 1, conflicts: [] })
      expect(await rows()).toMatchObject({ rows: [], equal: 3 })
    }, 60_000)

    test('rows that can’t be told apart are not compared', async () => {
      expect(await refusal(rows(1, 'keyless'))).toEqual([409, 'rows_not_comparable'])
    })

    test('a project that is no branch has no merge, and one that is not there is not found', async () => {
      const { client } = await connect()
      const params = { ref: 'default' }
      const choice = { parent_version: '', branch_version: '', objects: [] }
      for (const call of [
        () => client.call(compareBranch, { params }),
        () => client.call(planMerge, { params, body: choice }),
        () => client.call(mergeBranch, { params, body: { ...choice, runId: 'x' } }),
        () => client.call(compareRows, { params, body: { schema: 'public', table: 'told' } }),
      ])
        expect(await refusal(call())).toEqual([404, 'branch_has_no_parent'])
      expect(await refusal(client.call(compareBranch, { params: { ref: 'nobody' } }))).toEqual([
        404,
        'project_not_found',
      ])
    })
  })
}
