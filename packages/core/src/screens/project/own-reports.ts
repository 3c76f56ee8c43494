/** The list of the reports that people made: new, rename, duplicate, share, delete. */
import type { Snippet } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { ownReportsQuery } from '../../data/own-reports.js'
import { createForm, type Form } from '../../kernel/form.js'
import type { Remote } from '../../kernel/query-store.js'
import { EMPTY_REPORT, reportText } from '../../rules/project/own-report.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { CHANGE_SHARED } from '../../sessions/sql/snippet-sending.js'
import { sqlWorkOf } from '../../sessions/sql/sql-work.js'
import { ownReportsText as text } from '../../text/own-reports.js'
import type { Needs } from '../context.js'
import type { RowAction } from '../query/snippet-actions.js'

/** A report in the list. */
export interface ListedReport {
  id: string
  name: string
  href: string
  isShared: boolean
  owner: string
  /** ISO time of the last change. */
  changedAt: string
}

/** The list of own reports, beside the built-in ones. */
export interface OwnReportsList {
  readonly $list: ReadableAtom<Remote<readonly ListedReport[]>>
  /** Whether a report can be made. */
  readonly $mayCreate: ReadableAtom<ControlState>
  /** Makes a report, and opens it. */
  create(): void
  actionsOf(id: string): RowAction[]
  /** The name of the report that is renamed; null: none is. */
  readonly $renamed: ReadableAtom<string | null>
  readonly renaming: Form<{ name: string }>
  closeRename(): void
}

export type OwnReportsNeeds = Needs<
  | 'host'
  | 'client'
  | 'queries'
  | 'router'
  | 'lazy'
  | 'account'
  | 'connection'
  | 'tabs'
  | 'grammar'
  | 'impersonation'
  | 'schemaChanges'
  | 'preferences'
>

export function createOwnReportsList(context: OwnReportsNeeds, ref: string): OwnReportsList {
  const { client, queries, router, account } = context
  const project = sqlWorkOf(context).reports.of(ref)
  const $found = queries.store(ownReportsQuery(client, ref))
  const $mayCreate = projectControlState(
    context,
    ref,
    { action: 'create', resource: 'snippets' },
    text.readOnly,
  )
  const $mayShare = projectControlState(context, ref, CHANGE_SHARED, text.readOnly)
  const $renamed = atom<Snippet | null>(null)
  const hrefOf = (id: string) => router.href('ownReport', { ref, id })
  const find = (id: string) => {
    const found = $found.get()
    return found.status === 'ready' ? found.data.find((one) => one.id === id) : undefined
  }
  const renaming = createForm({
    schema: v.object({
      name: v.pipe(v.string(), v.trim(), v.nonEmpty(text.nameWanted), v.maxLength(100)),
    }),
    initial: { name: '' },
    async submit({ name }) {
      const report = $renamed.get()
      if (report) await project.update(report, { name })
      $renamed.set(null)
    },
  })

  return {
    $list: computed($found, (found): Remote<readonly ListedReport[]> =>
      found.status === 'ready'
        ? {
            ...found,
            data: found.data.map(({ id, name, visibility, owner, updated_at }) => ({
              id,
              name,
              href: hrefOf(id),
              isShared: visibility === 'project',
              owner: owner.username,
              changedAt: updated_at,
            })),
          }
        : found,
    ),
    $mayCreate,
    create() {
      router.open(hrefOf(project.create({ name: text.new, sql: reportText(EMPTY_REPORT) })))
    },
    actionsOf(id) {
      const report = find(id)
      if (!report) return []
      const isShared = report.visibility === 'project'
      const profile = account.$profile.get()
      const isMine = profile.status === 'ready' && profile.data.id === report.owner_id
      const hintOf = ({ disabled, hint = text.readOnly }: ControlState) => (disabled ? { hint } : {})
      const sharing = hintOf($mayShare.get())
      const forbidden = isShared ? sharing : {}
      return [
        { id: 'open', label: text.open, run: () => router.open(hrefOf(id)) },
        {
          id: 'rename',
          label: text.rename,
          run() {
            renaming.start({ name: report.name })
            $renamed.set(report)
          },
          ...forbidden,
        },
        {
          id: 'duplicate',
          label: text.duplicate,
          async run() {
            const copy = await project.duplicate(report)
            if (copy) router.open(hrefOf(copy.id))
          },
          ...hintOf($mayCreate.get()),
        },
        isShared
          ? {
              id: 'unshare',
              label: text.unshare,
              run: () => void project.update(report, { visibility: 'user' }),
              ...(isMine ? sharing : { hint: text.onlyOwner }),
            }
          : {
              id: 'share',
              label: text.share,
              run: () => void project.update(report, { visibility: 'project' }),
              ...sharing,
            },
        {
          id: 'delete',
          label: text.delete,
          isDangerous: true,
          run: () => void project.remove([report]),
          ...forbidden,
        },
      ]
    },
    $renamed: computed($renamed, (report) => report?.name ?? null),
    renaming,
    closeRename: () => $renamed.set(null),
  }
}
