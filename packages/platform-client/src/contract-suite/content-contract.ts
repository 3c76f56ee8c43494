/** What every platform promises of snippets and folders: one suite for the fake and the real server. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  countSnippets,
  createFolder,
  createSnippet,
  deleteFolders,
  deleteSnippets,
  getProfile,
  getProject,
  getSnippet,
  listFolder,
  listFolders,
  listSnippets,
  restoreSnippets,
  saveSnippet,
  SNIPPET_LIMIT_BYTES,
  updateFolder,
  type Snippet,
} from '../contract/index.js'
import { PlatformError } from '../errors.js'
import { newId } from '../id.js'

/** A project without snippets, and a client that may write there. */
export interface ContentSubject {
  client: Client
  /** A project without snippets. */
  ref: string
}

/**
 * Registers the tests of snippets and folders.
 * @param connect gives the project; it is called in each test
 */
export function describeContentContract(name: string, connect: () => ContentSubject): void {
  describe(`${name} keeps the contract of snippets`, () => {
    const call: Client['call'] = (...args) => connect().client.call(...args)
    const params = () => ({ ref: connect().ref })
    const at = (id: string) => ({ ...params(), id })
    const make = (given: Partial<Snippet> & { sql?: string } = {}): Promise<Snippet> => {
      const { sql = 'select 1', id, name = 'Untitled', visibility = 'user', folder_id } = given
      return call(createSnippet, {
        params: params(),
        body: {
          ...(id ? { id } : {}),
          name,
          visibility,
          ...(folder_id ? { folder_id } : {}),
          content: { sql },
        },
      })
    }
    const save = (
      one: Snippet,
      changes: Partial<Snippet> & { sql?: string; expected?: string | null } = {},
    ) => {
      const { id, name, owner_id, type, visibility } = { ...one, ...changes }
      const { sql, expected = one.updated_at } = changes
      return call(saveSnippet, {
        params: params(),
        body: {
          id,
          name,
          owner_id,
          type,
          visibility,
          ...(changes.folder_id === undefined ? {} : { folder_id: changes.folder_id }),
          ...(changes.favorite === undefined ? {} : { favorite: changes.favorite }),
          ...(sql === undefined ? {} : { content: { sql } }),
          ...(expected === null ? {} : { expected_updated_at: expected }),
        },
      })
    }
    const folder = (named: string, parentId?: string) =>
      call(createFolder, { params: params(), body: { name: named, ...(parentId ? { parentId } : {}) } })
    const remove = (...ids: string[]) => call(deleteSnippets, { params: params(), query: { ids } })

    test('a snippet gets defaults for missing fields', async () => {
      const profile = await call(getProfile, {})
      const project = await call(getProject, { params: params() })
      const made = await call(createSnippet, { params: params(), body: { content: { sql: 'select 1' } } })
      expect(made).toMatchObject({
        name: 'Untitled',
        description: '',
        type: 'sql',
        visibility: 'user',
        owner_id: profile.id,
        owner: { id: profile.id, username: profile.username },
        updated_by: { id: profile.id, username: profile.username },
        project_id: project.id,
        folder_id: null,
        favorite: false,
        content: { schema_version: '1.0', content_id: made.id, sql: 'select 1', favorite: false },
      })
      expect(await call(getSnippet, { params: at(made.id) })).toEqual(made)
    })

    test('a save makes what does not exist, and changes what does', async () => {
      const { id: owner_id } = await call(getProfile, {})
      const body = { id: newId(), name: 'First', owner_id, type: 'sql', visibility: 'user' } as const
      const made = await call(saveSnippet, { params: params(), body: { ...body, content: { sql: 'a' } } })
      expect(made).toMatchObject({ id: body.id, name: 'First', content: { sql: 'a' } })
      const saved = await save(made, { name: 'Second', sql: 'b' })
      expect(saved).toMatchObject({ name: 'Second', content: { sql: 'b' }, inserted_at: made.inserted_at })
      expect(saved.updated_at > made.updated_at).toBe(true)
    })

    test('who saved it last is told in the lists too, and of the version that a stale save meets', async () => {
      const { id, username } = await call(getProfile, {})
      const made = await make({ name: 'Saved by' })
      const saved = await save(made, { sql: 'newer' })
      expect(saved.updated_by).toEqual({ id, username })
      const { data } = await call(listSnippets, { params: params(), query: { name: 'Saved by' } })
      expect(data.map(({ updated_by }) => updated_by)).toEqual([{ id, username }])
      const refused = await failure(save(made, { sql: 'older' }))
      expect((refused.body as { stored: Snippet }).stored.updated_by).toEqual({ id, username })
    })

    test('a save that expects none makes one, and overwrites none', async () => {
      const { id: owner_id } = await call(getProfile, {})
      const body = { id: newId(), name: 'First', owner_id, type: 'sql', visibility: 'user' } as const
      const first = { ...body, content: { sql: 'a' }, expected_updated_at: null }
      const made = await call(saveSnippet, { params: params(), body: first })
      const again = { ...first, content: { sql: 'b' } }
      const refused = await failure(call(saveSnippet, { params: params(), body: again }))
      expect([refused.status, refused.code]).toEqual([409, 'stale'])
      expect((refused.body as { stored: Snippet }).stored).toEqual(made)
    })

    test('an older state does not overwrite a newer one, and the answer contains the stored one', async () => {
      const made = await make()
      const newer = await save(made, { sql: 'newer' })
      const refused = await failure(save(made, { sql: 'older' }))
      expect([refused.status, refused.code]).toEqual([409, 'stale'])
      expect((refused.body as { stored: Snippet }).stored).toEqual(newer)
      expect(await call(getSnippet, { params: at(made.id) })).toEqual(newer)
    })

    test('a save may follow an own one whose answer was lost, but no other', async () => {
      const { id: owner_id } = await call(getProfile, {})
      const body = { id: newId(), name: 'First', owner_id, type: 'sql', visibility: 'user' } as const
      const lost = newId()
      const send = (sql: string, named: { save_id: string; after_saves?: string[] }) =>
        call(saveSnippet, {
          params: params(),
          body: { ...body, content: { sql }, expected_updated_at: null, ...named },
        })
      expect(await send('lost', { save_id: lost })).toMatchObject({ save_id: lost })
      const next = newId()
      const saved = await send('next', { save_id: next, after_saves: [lost] })
      expect(saved).toMatchObject({ save_id: next, content: { sql: 'next' } })
      await save(saved, { sql: 'theirs' })
      const refused = await failure(send('mine', { save_id: newId(), after_saves: [lost, next] }))
      expect([refused.status, refused.code]).toEqual([409, 'stale'])
      const { stored } = refused.body as { stored: Snippet }
      expect(stored).toMatchObject({ save_id: null })
      // A snippet can be sent back as it was read.
      expect(await call(saveSnippet, { params: params(), body: stored })).toEqual(stored)
    })

    test('saves that follow each other at once each have a later time', async () => {
      let one = await make()
      const times = [one.updated_at]
      for (const sql of ['a', 'b', 'c', 'd']) times.push((one = await save(one, { sql })).updated_at)
      expect([...times].sort()).toEqual(times)
      expect(new Set(times).size).toBe(times.length)
    })

    test('of two saves of one state, one is refused', async () => {
      const made = await make()
      const both = await Promise.allSettled([save(made, { sql: 'a' }), save(made, { sql: 'b' })])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    })

    test('a deleted snippet is not made again by a save that knew it, and a deletion can be taken back', async () => {
      const made = await make({ name: 'Gone' })
      expect(await remove(made.id)).toEqual([{ id: made.id }])
      expect(await refusal(save(made, { sql: 'b' }))).toEqual([404, 'snippet_not_found'])
      expect(await refusal(call(getSnippet, { params: at(made.id) }))).toEqual([404, 'snippet_not_found'])
      expect(await remove(made.id)).toEqual([])
      const body = { ids: [made.id] }
      expect(await call(restoreSnippets, { params: params(), body })).toEqual([{ id: made.id }])
      expect(await call(getSnippet, { params: at(made.id) })).toEqual(made)
    })

    test('an id is taken once', async () => {
      const made = await make()
      expect(await refusal(make({ id: made.id, sql: 'other' }))).toEqual([409, 'snippet_exists'])
      expect(await call(getSnippet, { params: at(made.id) })).toEqual(made)
    })

    test('what exists nowhere is not found', async () => {
      expect(await refusal(call(getSnippet, { params: at(newId()) }))).toEqual([404, 'snippet_not_found'])
      expect(await refusal(call(listFolder, { params: at(newId()) }))).toEqual([404, 'folder_not_found'])
      expect(await refusal(make({ folder_id: newId() }))).toEqual([404, 'folder_not_found'])
      const elsewhere = { ref: 'no-such-project' }
      expect(await refusal(call(listSnippets, { params: elsewhere }))).toEqual([404, 'project_not_found'])
    })

    test.each([
      ['', 400],
      ['  ', 400],
      ['a'.repeat(101), 400],
      ['one\ntwo', 400],
      ['\u202Egnp', 400],
      ['nul\0', 400],
      ['half \ud800', 400],
    ])('the name %j is refused', async (name, status) => {
      expect((await failure(make({ name }))).status).toBe(status)
    })

    test.each(["'; drop table control.snippets; --", '<b>%_\\', '🚀 Größe', '../..', '${x}'])(
      'the name %j is a name like any other',
      async (name) => {
        const made = await make({ name })
        const found = await call(listFolders, { params: params(), query: { name } })
        expect(found.data.contents.map(({ id }) => id)).toEqual([made.id])
        await remove(made.id)
      },
    )

    test('a snippet is also found by a part of its text, and shows its beginning', async () => {
      const made = await make({ name: 'By text', sql: '\n\n  select Corner_Case  \r\nfrom t' })
      const found = async (search: string) =>
        (await call(listFolders, { params: params(), query: { search } })).data.contents
      expect(await found('corner_CASE')).toMatchObject([
        { id: made.id, beginning: 'select Corner_Case  \r\nfrom t' },
      ])
      expect(await found('by TEXT')).toMatchObject([{ id: made.id }])
      expect(await found('corner%case')).toEqual([])
      const corners = await folder('Kept corners')
      const inside = await make({ name: 'Inside', sql: 'select corner_case', folder_id: corners.id })
      expect((await found('corner_CASE')).map(({ id }) => id).sort()).toEqual([made.id, inside.id].sort())
      expect(await found('inside')).toMatchObject([{ id: inside.id, folder_id: corners.id }])
      await remove(inside.id)
      await call(deleteFolders, { params: params(), query: { ids: [corners.id] } })
      await remove(made.id)
      const blank = await make({ name: 'Blank', sql: ' \n' })
      expect(await found('blank')).toMatchObject([{ id: blank.id, beginning: '' }])
      await remove(blank.id)
    })

    test.each([
      ['-- =====\n--\n-- Monthly revenue\nselect 1', '-- Monthly revenue\nselect 1'],
      ['/*****\n * Monthly revenue\n *****/ select 1', '* Monthly revenue\n *****/ select 1'],
      [`--${'='.repeat(300)}\r\n  select 1`, 'select 1'],
      ['-- ==', '-- =='],
    ])('lines without a word do not begin a text: %j', async (sql, beginning) => {
      const made = await make({ name: 'Banner', sql })
      const { data } = await call(listFolders, { params: params(), query: { search: 'Banner' } })
      expect(data.contents).toMatchObject([{ id: made.id, beginning }])
      await remove(made.id)
    })

    test('snippets are listed and counted by what they are and by a part of their name', async () => {
      const query = await make({ name: 'Typed 1' })
      const body = { name: 'Typed 2', type: 'report', content: { sql: 'select 2' } } as const
      const report = await call(createSnippet, { params: params(), body })
      type Wanted = { type?: 'report'; visibility?: 'user' | 'project'; favorite?: boolean }
      const listed = async (wanted: Wanted) => {
        const { data } = await call(listSnippets, {
          params: params(),
          query: { name: 'TYPED', sort_by: 'name', ...wanted },
        })
        return data.map(({ id }) => id)
      }
      expect(await listed({})).toEqual([query.id, report.id])
      expect(await listed({ type: 'report' })).toEqual([report.id])
      expect(await listed({ visibility: 'user' })).toEqual([query.id, report.id])
      expect(await listed({ visibility: 'project' })).toEqual([])
      await save(report, { favorite: true })
      expect(await listed({ favorite: true })).toEqual([report.id])
      expect(await listed({ favorite: false })).toEqual([query.id])
      const counted = (wanted: { name: string; type?: 'report' }) =>
        call(countSnippets, { params: params(), query: wanted })
      expect(await counted({ name: 'typed' })).toEqual({ favorites: 1, private: 2, shared: 0 })
      expect(await counted({ name: 'typed', type: 'report' })).toEqual({
        favorites: 1,
        private: 1,
        shared: 0,
      })
      await remove(query.id, report.id)
    })

    test.each(['nul\0', 'half \ud800'])('a text that can’t be stored is refused: %j', async (sql) => {
      expect(await refusal(make({ sql }))).toEqual([400, 'unstorable_text'])
    })

    test('a text of 1 MB is kept as it is, one above 10 MB refused', async () => {
      const sql = `select '${'ä"\\\n'.repeat(210_000)}'`
      const made = await make({ sql })
      expect((await call(getSnippet, { params: at(made.id) })).content.sql === sql).toBe(true)
      await remove(made.id)
      const tooLong = 'x'.repeat(SNIPPET_LIMIT_BYTES + 1)
      expect(await refusal(make({ sql: tooLong }))).toEqual([413, 'snippet_too_large'])
    })

    test('a favorite is counted, and is not a change of the snippet', async () => {
      const made = await make()
      const before = await call(countSnippets, { params: params() })
      const marked = await save(made, { favorite: true })
      expect(marked).toMatchObject({
        favorite: true,
        content: { favorite: true },
        updated_at: made.updated_at,
      })
      expect(await call(countSnippets, { params: params() })).toEqual({
        ...before,
        favorites: before.favorites + 1,
      })
      const { data } = await call(listFolders, { params: params(), query: { favorite: true } })
      expect(data.contents.map(({ id }) => id)).toEqual([made.id])
      await save(made, { favorite: false })
      await remove(made.id)
    })

    test('sharing moves a snippet from private to shared', async () => {
      const made = await make({ name: 'To share' })
      const before = await call(countSnippets, { params: params() })
      const shared = await save(made, { visibility: 'project' })
      expect(await call(countSnippets, { params: params() })).toEqual({
        ...before,
        private: before.private - 1,
        shared: before.shared + 1,
      })
      const { data } = await call(listFolders, { params: params(), query: { visibility: 'project' } })
      expect(data).toMatchObject({ folders: [], contents: [{ id: made.id }] })
      const lying = await folder('Not for shared ones')
      expect(await refusal(save(shared, { folder_id: lying.id }))).toEqual([400, 'shared_in_folder'])
      await remove(made.id)
      await call(deleteFolders, { params: params(), query: { ids: [lying.id] } })
    })

    test('a folder holds snippets and folders; each name is there once among its neighbours', async () => {
      const reports = await folder('Reports')
      expect(await refusal(folder('Reports'))).toEqual([409, 'folder_exists'])
      const lower = await folder('reports')
      const inner = await folder('Reports', reports.id)
      expect(inner).toMatchObject({ name: 'Reports', parent_id: reports.id })
      const made = await make({ name: 'Inside', folder_id: reports.id })
      const { data } = await call(listFolder, { params: at(reports.id) })
      expect(data).toMatchObject({ folders: [{ id: inner.id }], contents: [{ id: made.id }] })
      const rename = { params: at(lower.id), body: { name: 'Reports' } }
      expect(await refusal(call(updateFolder, rename))).toEqual([409, 'folder_exists'])
      const into = { params: at(reports.id), body: { parentId: inner.id } }
      expect(await refusal(call(updateFolder, into))).toEqual([400, 'folder_cycle'])
      expect(
        await refusal(call(updateFolder, { params: at(reports.id), body: { parentId: reports.id } })),
      ).toEqual([400, 'folder_cycle'])
      const root = await call(listFolders, { params: params() })
      expect(root.data.folders.map((one) => one.id).sort()).toEqual([reports.id, lower.id, inner.id].sort())
      await call(deleteFolders, { params: params(), query: { ids: [reports.id, lower.id] } })
      // What lay in it is kept, and was not changed by that.
      expect(await call(getSnippet, { params: at(made.id) })).toMatchObject({
        folder_id: null,
        updated_at: made.updated_at,
      })
      expect((await call(listFolders, { params: params() })).data.folders).toEqual([])
      expect(await refusal(save(made, { folder_id: inner.id }))).toEqual([404, 'folder_not_found'])
      await remove(made.id)
    })

    test('a snippet can leave its folder; without a folder field it stays', async () => {
      const lying = await folder('Lying')
      const made = await make({ folder_id: lying.id })
      expect(await save(made, { sql: 'b' })).toMatchObject({ folder_id: lying.id })
      const now = await call(getSnippet, { params: at(made.id) })
      expect(await save(now, { folder_id: null })).toMatchObject({ folder_id: null })
      await remove(made.id)
      await call(deleteFolders, { params: params(), query: { ids: [lying.id] } })
    })

    test('a long list comes page by page, each once, also with equal names and while others come and go', async () => {
      const made = await Promise.all(
        Array.from({ length: 7 }, (_, index) => make({ name: index < 5 ? 'Paged same' : `Paged ${index}` })),
      )
      for (const sort_by of ['name', 'inserted_at'] as const) {
        for (const sort_order of ['asc', 'desc'] as const) {
          const query = { name: 'PAGED', limit: 2, sort_by, sort_order }
          const seen: string[] = []
          let cursor: string | undefined
          do {
            const page = await call(listSnippets, { params: params(), query: { ...query, cursor } })
            seen.push(...page.data.map(({ id }) => id))
            cursor = page.cursor
            if (seen.length === 2) {
              const [first = ''] = seen
              await remove(first)
              await call(restoreSnippets, { params: params(), body: { ids: [first] } })
            }
          } while (cursor !== undefined)
          expect([...seen].sort()).toEqual(made.map(({ id }) => id).sort())
        }
      }
      const query = { cursor: 'nonsense' }
      expect(await refusal(call(listSnippets, { params: params(), query }))).toEqual([400, 'invalid_query'])
      await remove(...made.map(({ id }) => id))
    })
  })
}

async function failure(answer: Promise<unknown>): Promise<Partial<PlatformError>> {
  return answer.then(
    () => ({}),
    (error: unknown) => {
      if (error instanceof PlatformError) return error
      throw error
    },
  )
}

async function refusal(answer: Promise<unknown>): Promise<[number | undefined, string | undefined]> {
  const { status, code } = await failure(answer)
  return [status, code]
}
