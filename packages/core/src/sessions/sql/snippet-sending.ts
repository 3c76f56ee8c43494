/** Sends a snippet in its local version: waits for the prerequisites of a save, and without them sends nothing. @spec §4, §5, §7 */
import { saveSnippet, type Client, type ContentType } from '@basedeck/platform-client'
import type { ReadableAtom } from 'nanostores'
import { permissionsQuery } from '../../data/account.js'
import { projectQuery } from '../../data/projects.js'
import type { Queries, Remote } from '../../kernel/query-store.js'
import type { Host } from '../../ports/index.js'
import { can } from '../../rules/access/access.js'
import { missingForSave, SAVE_TIMEOUT_MS } from '../../rules/documents/snippet-saving.js'
import { snippetText } from '../../text/sql-snippets.js'
import type { Account } from '../account/account.js'
import type { OpenSnippetDeps } from './open-snippet.js'

/** The permission to change a query that is shared with its project. */
export const CHANGE_SHARED = { action: 'update', resource: 'shared_snippets' } as const

export interface SnippetSendingDeps {
  host: Pick<Host, 'clock' | 'log'>
  client: Client
  queries: Queries
  account: Pick<Account, '$profile'>
  kind: { readonly type: ContentType }
}

export function createSnippetSending(
  { host, client, queries, account, kind }: SnippetSendingDeps,
  ref: string,
): OpenSnippetDeps['send'] {
  const $project = queries.store(projectQuery(client, ref))
  const $permissions = queries.store(permissionsQuery(client))
  /** Where the permissions can't be fetched, the platform decides. */
  const mayChangeShared = async (organizationSlug: string) => {
    const permissions = await settled($permissions)
    return (
      permissions === undefined || can(permissions, { ...CHANGE_SHARED, organizationSlug, projectRef: ref })
    )
  }
  return async (id, { fields, text, changed, isTextChanged, base, saveId, afterSaves }) => {
    const [project, profile] = await Promise.all([settled($project), settled(account.$profile)])
    const missing = missingForSave({ ref, project, profile })
    if (missing !== undefined || !project || !profile) {
      host.log?.(snippetText.missing[missing ?? 'profile'])
      return undefined
    }
    const { name, description, visibility, favorite, folder_id } = fields
    const isOnlyStarred = !isTextChanged && [...changed].every((field) => field === 'favorite')
    if (visibility === 'project' && !isOnlyStarred && !(await mayChangeShared(project.organization_slug)))
      return 'read-only'
    const isFolderSent = base === null || changed.has('folder_id')
    const body = {
      id,
      type: kind.type,
      name,
      description,
      visibility,
      project_id: project.id,
      owner_id: fields.owner_id ?? profile.id,
      favorite,
      content: { content_id: id, favorite, sql: text ?? '' },
      ...(isFolderSent ? { folder_id } : {}),
      // Null: the platform must have no version. An earlier instance of the page may have sent it, without receiving the answer.
      expected_updated_at: base,
      save_id: saveId,
      after_saves: [...afterSaves],
    }
    const controller = new AbortController()
    const stop = host.clock.after(SAVE_TIMEOUT_MS, () => controller.abort())
    try {
      return await client.call(saveSnippet, { params: { ref }, body }, { signal: controller.signal })
    } finally {
      stop()
    }
  }
}

/** The value of a datum once it is known; undefined when it can't be fetched. */
function settled<Data>($remote: ReadableAtom<Remote<Data>>): Promise<Data | undefined> {
  return new Promise((resolve) => {
    let stop: (() => void) | undefined
    let isOver = false
    stop = $remote.subscribe((remote) => {
      if (isOver || remote.status === 'loading') return
      isOver = true
      resolve(remote.status === 'ready' ? remote.data : undefined)
      stop?.()
    })
    if (isOver) stop()
  })
}
