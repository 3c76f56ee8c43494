/** The dialog in which one chooses whom the runs of a project act as. */
import type { ImpersonatedRole } from '@basedeck/platform-client'
import { newId } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { roleCandidatesQuery } from '../../data/impersonation.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import {
  exactClaims,
  externalClaims,
  extraClaimsIn,
  keyClaims,
  userClaims,
} from '../../rules/access/impersonation-claims.js'
import {
  IMPERSONATION_KINDS,
  impersonationChoice,
  NO_IMPERSONATION,
  type ImpersonationKind,
  type ImpersonationValues,
} from '../../rules/access/impersonation-choice.js'
import { impersonationText as text } from '../../text/impersonation.js'
import type { RunRole } from '../../sessions/account/impersonation.js'
import type { Needs } from '../context.js'
import { createUserFinder, userLabel, type UserChoices } from '../parts/user-finder.js'

/** The dialog that chooses whom runs act as. */
export interface ImpersonationPicker extends Disposable {
  readonly title: string
  /** What the choice is for. */
  readonly remark: string
  /** Whom runs act as now. */
  readonly $current: ReadableAtom<{ label: string; isOn: boolean }>
  readonly $isOpen: ReadableAtom<boolean>
  readonly form: Form<ImpersonationValues>
  readonly kinds: { value: ImpersonationKind; label: string; body: string }[]
  readonly $search: ReadableAtom<string>
  readonly $users: ReadableAtom<UserChoices>
  /** Who is chosen, as a sentence; null: a user is not chosen yet. It stays while others are searched. */
  readonly $chosenUser: ReadableAtom<string | null>
  readonly $roles: ReadableAtom<{ value: string; label: string }[]>
  /** Why the roles are not there. */
  readonly $rolesProblem: ReadableAtom<string | null>
  /** Which fields belong to the chosen kind. */
  readonly $fields: ReadableAtom<{ user: boolean; external: boolean; database: boolean; hook: boolean }>
  open(): void
  close(): void
  search(words: string): void
  chooseUser(id: string): void
}

const HOOK = /^("?)([^".]+)\1\.("?)([^".]+)\3$/
const schema = v.pipe(
  v.object({
    kind: v.picklist(IMPERSONATION_KINDS),
    userId: v.string(),
    subject: v.string(),
    extra: v.pipe(
      v.string(),
      v.check((given) => extraClaimsIn(given).type !== 'not-json', text.notJson),
      v.check((given) => extraClaimsIn(given).type !== 'no-object', text.noObject),
    ),
    roleName: v.string(),
    hook: v.pipe(
      v.string(),
      v.check((given) => given.trim() === '' || HOOK.test(given.trim()), text.hookForm),
    ),
  }),
  // What the chosen kind can't do without.
  v.forward(
    v.check(({ kind, userId }) => kind !== 'user' || userId !== '', text.chooseUser),
    ['userId'],
  ),
  v.forward(
    v.check(({ kind, subject }) => kind !== 'external' || subject.trim() !== '', text.enterSubject),
    ['subject'],
  ),
  v.forward(
    v.check(({ kind, roleName }) => kind !== 'database' || roleName !== '', text.chooseRole),
    ['roleName'],
  ),
)

/** What differs from the choice for all runs of a project. */
export interface ImpersonationPickerOptions {
  title?: string
  remark?: string
  /** Whom one can choose. Default: everybody. */
  kinds?: readonly ImpersonationKind[]
}

export function createImpersonationPicker(
  context: Needs<'host' | 'client' | 'queries' | '$runtime' | 'impersonation'>,
  ref: string,
  { title = text.title, remark = text.remark, kinds = IMPERSONATION_KINDS }: ImpersonationPickerOptions = {},
): ImpersonationPicker {
  const { host, client, queries, impersonation, $runtime } = context
  const scope = createScope()
  const $runRole = impersonation.of(ref)
  /** The role that the dialog showed last. */
  let shown: RunRole | null = null
  const $isOpen = atom(false)

  const form = createForm({
    schema,
    initial: NO_IMPERSONATION,
    async submit(values) {
      const role = roleOf(values)
      impersonation.act(ref, role && { role, label: labelOf(values) })
      $isOpen.set(false)
    },
  })
  const kindIs = (...kinds: ImpersonationKind[]) => computed(form.$values, ({ kind }) => kinds.includes(kind))
  const $wantsUsers = computed([$isOpen, kindIs('user')], (open, wanted) => open && wanted)
  const $wantsRoles = computed([$isOpen, kindIs('database')], (open, wanted) => open && wanted)
  const finder = createUserFinder(context, ref, $wantsUsers)
  scope.add(finder.dispose)
  const $roleList = queries.follow(
    computed($wantsRoles, (wants) => (wants ? roleCandidatesQuery(client, ref) : null)),
  )

  function roleOf({
    kind,
    userId,
    subject,
    extra,
    roleName,
    hook,
  }: ImpersonationValues): ImpersonatedRole | null {
    const now = host.clock.now()
    const runtime = $runtime.get()
    const issuer = runtime.status === 'ready' ? `${runtime.data.projectApiUrl}/auth/v1` : 'basedeck'
    const [, , schemaName, , name] = HOOK.exec(hook.trim()) ?? []
    const hooked = schemaName && name ? { hook: { schema: schemaName, name } } : {}
    switch (kind) {
      case 'owner':
        return null
      case 'database':
        return { type: 'database', name: roleName }
      case 'anon':
      case 'service_role':
        return { type: 'rest', role: kind, claims: keyClaims(kind, { issuer: 'basedeck', ref, now }) }
      case 'external': {
        const given = extraClaimsIn(extra)
        const claims = externalClaims(subject.trim(), given.type === 'claims' ? given.claims : {}, {
          sessionId: newId(),
          now,
        })
        return { type: 'rest', role: 'authenticated', claims, ...hooked }
      }
      case 'user': {
        const user = finder.known(userId)
        // The one who is chosen already: another page knew the user.
        if (!user) return currentRoleOf(userId, hooked)
        const claims = userClaims(user, { issuer, sessionId: newId(), now })
        return { type: 'rest', role: 'authenticated', claims, exact: exactClaims(user), ...hooked }
      }
    }
  }

  function currentRoleOf(userId: string, hooked: Pick<ImpersonatedRole & { type: 'rest' }, 'hook'>) {
    const role = $runRole.get()?.role
    if (role?.type !== 'rest' || role.claims['sub'] !== userId) return null
    const { hook: _before, ...others } = role
    return { ...others, ...hooked }
  }

  /** A user whom another page found is known by the name under which one acts. */
  const userName = (userId: string) => {
    const chosen = $runRole.get()
    const isChosen = chosen !== null && impersonationChoice(chosen.role).userId === userId
    return isChosen && !finder.known(userId) ? chosen.label : userLabel(finder.known(userId), userId)
  }

  function labelOf({ kind, userId, subject, roleName }: ImpersonationValues): string {
    if (kind === 'user') return userName(userId)
    if (kind === 'external') return subject.trim()
    return kind === 'database' ? roleName : kind
  }

  return {
    title,
    remark,
    $current: computed($runRole, (chosen) => ({ label: chosen?.label ?? text.owner, isOn: chosen !== null })),
    $isOpen,
    form,
    kinds: kinds.map((value) => ({
      value,
      ...text.kinds[value],
    })),
    $search: finder.$search,
    $users: finder.$users,
    $chosenUser: computed(form.$values, ({ userId }) =>
      userId === '' ? null : text.chosenUser(userName(userId)),
    ),
    $roles: computed($roleList, (remote) =>
      remote?.status === 'ready' ? remote.data.map((name) => ({ value: name, label: name })) : [],
    ),
    $rolesProblem: computed($roleList, (remote) =>
      remote?.status === 'failed' ? `${text.rolesFailed}: ${remote.error.message}` : null,
    ),
    $fields: computed(form.$values, ({ kind }) => ({
      user: kind === 'user',
      external: kind === 'external',
      database: kind === 'database',
      hook: kind === 'user' || kind === 'external',
    })),
    open() {
      // What was typed and not used stays, as long as the same role is in effect.
      if (shown !== $runRole.get()) {
        shown = $runRole.get()
        form.reset()
        form.start(impersonationChoice(shown?.role ?? null))
      }
      $isOpen.set(true)
    },
    close: () => $isOpen.set(false),
    search: finder.search,
    chooseUser: (id) => form.set('userId', id),
    dispose: scope.dispose,
  }
}
