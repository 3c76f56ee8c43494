/** `/project/{ref}/branches`: which branches there are, making one, and what is done with one. SPEC §2, §4. */
import type { Branch, BranchOff, ProjectDatabase } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import {
  branchChange,
  branchCreation,
  branchesQuery,
  branchPartTurnedOn,
  branchRemoval,
  branchReset,
} from '../../data/branches.js'
import { databasesQuery } from '../../data/databases.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { capabilityOf } from '../../rules/access/capability.js'
import { typedMoment } from '../../rules/project/backup-values.js'
import {
  branchesInOrder,
  branchKind,
  isResetRefused,
  mergeRequestOf,
  type BranchKind,
} from '../../rules/project/branches.js'
import { sizeText } from '../../rules/results/bytes.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { branchesText as text } from '../../text/branches.js'
import { shellText } from '../../text/shell.js'
import type { Needs } from '../context.js'
import { openByAddress } from '../parts/open-by-address.js'
import type { ProjectGate } from '../parts/project-gate.js'
import type { RowAction } from '../query/snippet-actions.js'
import { createBranchMasks, type BranchMasks } from './branch-masks.js'

/** A branch as its row shows it. */
export interface BranchView {
  id: string
  ref: string
  name: string
  href: string
  kind: BranchKind
  kindLabel: string
  isOpen: boolean
  status: Branch['status']
  statusLabel: string
  /** Its last reset failed: the branch is as it was before, and `problem` says why. */
  isResetRefused: boolean
  /** Why it failed. */
  problem: string | null
  gitBranch: string
  /** ISO time. */
  createdAt: string
  size: string
  /** ISO time; null: it stays. */
  endsAt: string | null
  branch: Branch
}

/** What is off in a branch, as its row shows it. */
export interface QuietPart extends BranchOff {
  key: string
  label: string
  /** Of the project of the branch. */
  ref: string
  branchName: string
}

/** What the form of a new branch holds. */
export interface NewBranchValues {
  branch_name: string
  git_branch: string
  kind: 'preview' | 'persistent'
  content: 'schema' | 'data' | 'moment'
  moment: string
  ttl_hours: string
}

/** The page of branches. */
export interface BranchesScreen extends Disposable, BranchMasks {
  readonly title: string
  readonly gate: ProjectGate
  readonly $branches: ReadableAtom<Remote<BranchView[]>>
  readonly $mayChange: ReadableAtom<ControlState>
  /** Whether one can be made now. */
  readonly $create: ReadableAtom<ControlState>
  readonly $isCreating: ReadableAtom<boolean>
  readonly form: Form<NewBranchValues>
  create(): void
  closeCreate(): void
  actions(row: BranchView): readonly RowAction[]
  /** The branch that is edited; null: none. */
  readonly $edited: ReadableAtom<BranchView | null>
  readonly editForm: Form<{ branch_name: string; git_branch: string; kind: 'preview' | 'persistent' }>
  closeEdit(): void
  readonly resetting: Confirmation<BranchView>
  readonly removal: Confirmation<BranchView>
  /** What is off in branches that are healthy. */
  readonly $quiet: ReadableAtom<readonly QuietPart[]>
  turnOn(part: QuietPart): Promise<void>
}

const EMPTY: NewBranchValues = {
  branch_name: '',
  git_branch: '',
  kind: 'preview',
  content: 'schema',
  moment: '',
  ttl_hours: '',
}
const MOST_HOURS = 8760
const typed = v.pipe(v.string(), v.trim(), v.nonEmpty())
const isHours = (hours: string) =>
  hours === '' || (/^\d{1,4}$/.test(hours) && +hours >= 1 && +hours <= MOST_HOURS)

const newBranch = v.pipe(
  v.object({
    branch_name: typed,
    git_branch: v.pipe(v.string(), v.trim()),
    kind: v.picklist(['preview', 'persistent']),
    content: v.picklist(['schema', 'data', 'moment']),
    moment: v.string(),
    ttl_hours: v.pipe(v.string(), v.trim(), v.check(isHours, text.notHours)),
  }),
  v.forward(
    v.partialCheck(
      [['content'], ['moment']],
      ({ content, moment }) => content !== 'moment' || typedMoment(moment) !== null,
      text.notAMoment,
    ),
    ['moment'],
  ),
)

export function createBranchesScreen(
  context: Needs<'host' | 'client' | 'queries' | 'router'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): BranchesScreen {
  const { host, client, queries, router } = context
  const $all = queries.store(branchesQuery(client, ref))
  const $databases = queries.store(databasesQuery(client, ref))
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })
  const failure = (message: string) => host.notifier.notify({ kind: 'error', message })
  const $mayChange = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'database' },
    text.mayNot,
  )
  const $isCreating = atom(false)
  const $edited = atom<BranchView | null>(null)
  const changing = createMutation(queries, branchChange(client, ref))
  const resetting = createMutation(queries, branchReset(client, ref))
  const removing = createMutation(queries, branchRemoval(client, ref))
  const turning = createMutation(queries, branchPartTurnedOn(client, ref))
  const viewOf = (branch: Branch) =>
    branchView(branch, ref, router.href('projectHome', { ref: branch.project_ref }))
  const $branches = computed($all, (all): Remote<BranchView[]> =>
    all.status === 'ready' ? { ...all, data: branchesInOrder(all.data).map(viewOf) } : all,
  )

  async function review(row: BranchView): Promise<void> {
    if (mergeRequestOf(row.branch) === 'open') {
      const outcome = await changing.run({ branch: row.ref, request_review: true })
      if (outcome.type === 'failed') return failure(text.mergeRequestFailed)
      success(text.mergeRequested)
    }
    router.open(router.href('merge', { ref: row.ref }))
  }

  async function reset(row: BranchView) {
    const outcome = await resetting.run({ branch: row.ref })
    if (outcome.type === 'done') success(text.resetting(row.name))
    return outcome
  }

  async function tryAgain(row: BranchView): Promise<void> {
    const outcome = await reset(row)
    if (outcome.type === 'failed') failure(outcome.error.message)
  }

  const form = createForm({
    schema: newBranch,
    initial: EMPTY,
    blames: { branch_name_taken: 'branch_name', not_recoverable: 'moment' },
    async submit({ branch_name, git_branch, kind, content, moment, ttl_hours }) {
      const at = content === 'moment' ? typedMoment(moment) : null
      await mutate(queries, branchCreation(client, ref), {
        branch_name,
        persistent: kind === 'persistent',
        with_data: content !== 'schema',
        ...(git_branch === '' ? {} : { git_branch }),
        ...(at === null ? {} : { at }),
        ...(ttl_hours === '' || kind === 'persistent' ? {} : { ttl_hours: Number(ttl_hours) }),
      })
      $isCreating.set(false)
      success(text.created(branch_name))
    },
  })
  const editForm = createForm({
    schema: v.object({
      branch_name: typed,
      git_branch: v.pipe(v.string(), v.trim()),
      kind: v.picklist(['preview', 'persistent']),
    }),
    initial: { branch_name: '', git_branch: '', kind: 'preview' as const },
    blames: { branch_name_taken: 'branch_name' },
    async submit({ branch_name, git_branch, kind }) {
      const row = $edited.get()
      if (!row) return
      await mutate(queries, branchChange(client, ref), {
        branch: row.ref,
        branch_name,
        git_branch,
        persistent: kind === 'persistent',
      }).catch((error: unknown) => {
        if (error instanceof Error) failure(text.updateFailed(error.message))
        throw error
      })
      $edited.set(null)
      success(text.updated)
    },
  })

  function edit(row: BranchView): void {
    editForm.reset()
    editForm.start({
      branch_name: row.name,
      git_branch: row.gitBranch,
      kind: row.branch.persistent ? 'persistent' : 'preview',
    })
    $edited.set(row)
  }

  const resetQuestion = createConfirmation(reset)
  const removal = createConfirmation<BranchView>(async (row) => {
    const outcome = await removing.run({ branch: row.ref })
    if (outcome.type === 'done') success(text.removing(row.name))
    return outcome
  })
  const $create = computed([$mayChange, $databases], (allowed, databases): ControlState => {
    if (allowed.disabled || databases.status === 'loading') return { ...allowed, disabled: true }
    const hint = refusalIn(databases)
    return hint === undefined ? allowed : { disabled: true, hint }
  })
  const create = () => {
    form.start(EMPTY)
    $isCreating.set(true)
  }
  return {
    title,
    gate,
    $branches,
    $mayChange,
    $create,
    $isCreating,
    form,
    create,
    closeCreate: () => $isCreating.set(false),
    actions(row) {
      const { hint } = $mayChange.get()
      const allowed = hint === undefined ? {} : { hint }
      const open: RowAction = { id: 'open', label: text.open, run: () => router.open(row.href) }
      if (row.branch.is_default) return [open]
      const end = (label: string): RowAction => ({
        id: 'remove',
        label,
        isDangerous: true,
        ...allowed,
        run: () => removal.ask(row),
      })
      if (row.status === 'GOING_DOWN') return [end(text.remove)]
      if (row.status === 'COMING_UP') return [end(text.stop)]
      if (row.status === 'INIT_FAILED')
        return [
          { id: 'again', label: text.tryAgain, ...allowed, run: () => void tryAgain(row) },
          end(text.remove),
        ]
      const request = mergeRequestOf(row.branch)
      const merge: RowAction[] =
        request === 'none'
          ? []
          : [
              {
                id: 'merge',
                label: request === 'open' ? text.openMergeRequest : text.reviewMergeRequest,
                ...allowed,
                run: () => void review(row),
              },
            ]
      return [
        open,
        { id: 'edit', label: text.edit, ...allowed, run: () => edit(row) },
        ...merge,
        { id: 'reset', label: text.reset, ...allowed, run: () => resetQuestion.ask(row) },
        end(text.remove),
      ]
    },
    $edited,
    editForm,
    closeEdit: () => $edited.set(null),
    resetting: resetQuestion,
    removal,
    $quiet: computed($all, (all) =>
      all.status === 'ready'
        ? branchesInOrder(all.data)
            .filter(({ status }) => status === 'ACTIVE_HEALTHY')
            .flatMap(quietParts)
        : [],
    ),
    async turnOn({ ref: branch, kind, name }) {
      const outcome = await turning.run({ branch, kind, name })
      if (outcome.type === 'done') success(text.turnedOn)
      else failure(outcome.error.message)
    },
    ...createBranchMasks(context, ref),
    dispose: openByAddress(context, { 'new-branch': { $may: $create, open: create } }),
  }
}

/** Why no branch can be made; undefined: one can. */
function refusalIn(databases: Remote<ProjectDatabase[]>): string | undefined {
  const found = databases.status === 'ready' ? capabilityOf(databases.data, 'branches') : undefined
  if (!found) return text.notKnown
  return found.available ? undefined : found.reason
}

function branchView(branch: Branch, openRef: string, href: string): BranchView {
  const kind = branchKind(branch)
  return {
    id: branch.id,
    ref: branch.project_ref,
    name: branch.name,
    href,
    kind,
    kindLabel: shellText.branches[kind],
    isOpen: branch.project_ref === openRef,
    status: branch.status,
    statusLabel: isResetRefused(branch) ? text.resetFailed : (text.statuses[branch.status] ?? branch.status),
    isResetRefused: isResetRefused(branch),
    problem: branch.status_reason ?? null,
    gitBranch: branch.git_branch ?? '',
    createdAt: branch.created_at,
    size: branch.size_bytes === undefined ? '' : sizeText(branch.size_bytes),
    endsAt: branch.ends_at ?? null,
    branch,
  }
}

function quietParts({ id, name, project_ref: ref, off }: Branch): QuietPart[] {
  return off.map((part) => ({
    ...part,
    key: `${id} ${part.kind} ${part.name}`,
    label: text.parts[part.kind](part.name),
    ref,
    branchName: name,
  }))
}
