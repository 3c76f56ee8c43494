/** The panel of a policy: a new one, a copy, or one that is changed. */
import { toPlatformError } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { roleCandidatesQuery } from '../../data/impersonation.js'
import { createForm } from '../../kernel/form.js'
import type { Disposable } from '../../kernel/screen.js'
import { EVERYONE, POLICY_COMMANDS, policyParts, type Policy } from '../../rules/auth/policy.js'
import { POLICY_TEMPLATES, templateValues, type PolicyTemplate } from '../../rules/auth/policy-templates.js'
import { createPolicyStatement, policyChanges } from '../../sql/auth/policy-ddl.js'
import type { PolicyTable } from '../../sql/auth/policy-list.js'
import { policiesText } from '../../text/policies.js'
import type { Needs } from '../context.js'
import { createChangePanel, runStatements, type ChangePanel } from '../structure/change-panel.js'
import { createExpressionHelp, type LateExpressionHelp } from './expression-help.js'

const text = policiesText.panel

/** A policy as its form holds it. Expressions that its command can't have stay, and are not sent. */
export interface TablePolicyValues {
  template: PolicyTemplate
  name: string
  command: Policy['command']
  kind: 'permissive' | 'restrictive'
  roles: string[]
  using: string
  check: string
}

/** The panel of a policy. */
export interface PolicyPanel extends ChangePanel<TablePolicyValues>, Disposable {
  /** Which expressions the chosen command has. */
  readonly $parts: ReadableAtom<{ using: boolean; check: boolean }>
  /** Null: a policy that is changed keeps to what it says. */
  readonly templates: readonly { value: PolicyTemplate; label: string }[] | null
  readonly $roles: ReadableAtom<readonly string[]>
  /** Why the roles are not there; null: they are, or are on their way. */
  readonly $rolesProblem: ReadableAtom<string | null>
  /** What a change that PostgreSQL can't make in place does instead; null: it can. */
  readonly $note: ReadableAtom<string | null>
  readonly help: LateExpressionHelp
  choose(template: PolicyTemplate): void
  toggleRole(name: string): void
}

/** PostgreSQL cuts longer names. */
const NAME_MAX_BYTES = 63

/** What the panel is about. */
export interface PolicySubject {
  table: PolicyTable
  /** Null: an empty one. */
  policy: Policy | null
  /** Whether the policy is changed, or only copied. */
  isChange: boolean
}

export function createPolicyPanel(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'grammar' | 'schemaChanges' | 'formDrafts'>,
  { ref, subject, close }: { ref: string; subject: PolicySubject; close(): void },
): PolicyPanel {
  const { table, policy, isChange } = subject
  const before = isChange ? policy : null
  const taken = table.policies.map(({ name }) => name).filter((name) => name !== before?.name)
  const initial: TablePolicyValues = {
    template: 'custom',
    ...valuesOf(policy ?? { ...templateValues('custom', table.columns), name: '' }),
    ...(policy && !isChange ? { name: freeName(policy.name, taken) } : {}),
  }
  const schema = schemaOf(taken)
  const statementsOf = (values: TablePolicyValues) => {
    const after = policyOf(values)
    return before ? policyChanges(table, before, after) : [createPolicyStatement(table, after)]
  }
  const form = createForm({
    schema,
    initial,
    async submit(values) {
      try {
        await runStatements(context, { ref, table }, statementsOf(values))
      } catch (error) {
        throw toPlatformError(error)
      }
      const message = before ? text.saved(values.name) : text.created(values.name)
      context.host.notifier.notify({ kind: 'success', message })
    },
  })
  const place = before ? `policy/${before.name}` : policy ? `copy/${policy.name}` : 'new'
  context.formDrafts.keep(`policies/${ref}/${table.id}/${place}`, form)
  const $candidates = context.queries.store(roleCandidatesQuery(context.client, ref))
  const help = createExpressionHelp(context, ref, table)
  const $ddl = computed(form.$values, (values) => (v.is(schema, values) ? statementsOf(values) : null))
  const title = before
    ? policiesText.panel.editTitle(before.name)
    : policy
      ? text.duplicateTitle(policy.name)
      : text.newTitle(table.name)
  return {
    ...createChangePanel(context, {
      title,
      submitLabel: before ? text.save : text.create,
      ...(before ? {} : { sendingLabel: text.creating }),
      form,
      $ddl,
      $told: atom({}),
      table: table.name,
      close,
    }),
    $parts: computed(form.$values, ({ command }) => policyParts(command)),
    templates: isChange
      ? null
      : POLICY_TEMPLATES.map((value) => ({ value, label: policiesText.templates[value] })),
    $roles: computed([$candidates, form.$values], (remote, { roles }) => [
      ...new Set([EVERYONE, ...(remote.status === 'ready' ? remote.data : []), ...roles]),
    ]),
    $rolesProblem: computed($candidates, (remote) =>
      remote.status === 'failed' ? text.rolesFailed(remote.error.message) : null,
    ),
    $note: computed($ddl, (ddl) => (before && ddl?.[0]?.sql.startsWith('drop policy') ? text.remade : null)),
    help,
    choose(template) {
      const values = valuesOf({ ...templateValues(template, table.columns), name: '' })
      const { name } = form.$values.get()
      const isOwnName = name !== '' && !Object.values(policiesText.templates).includes(name)
      form.set('template', template)
      if (!isOwnName)
        form.set('name', template === 'custom' ? '' : freeName(policiesText.templates[template], taken))
      for (const field of ['command', 'kind', 'roles', 'using', 'check'] as const)
        form.set(field, values[field])
    },
    toggleRole(name) {
      const { roles } = form.$values.get()
      // All roles and single ones exclude each other.
      const others = roles.filter((role) => role !== name && (name === EVERYONE ? false : role !== EVERYONE))
      form.set('roles', roles.includes(name) ? others : [...others, name])
    },
    dispose: help.dispose,
  }
}

function schemaOf(taken: readonly string[]) {
  return v.pipe(
    v.object({
      template: v.picklist(POLICY_TEMPLATES),
      name: v.pipe(
        v.string(),
        v.check((name) => name.trim() !== '', text.noName),
        v.maxBytes(NAME_MAX_BYTES, text.longName),
        v.check((name) => !taken.includes(name), text.taken),
      ),
      command: v.picklist(POLICY_COMMANDS),
      kind: v.picklist(['permissive', 'restrictive']),
      roles: v.array(v.string()),
      using: v.string(),
      check: v.string(),
    }),
    v.forward(
      v.check(({ command, using }) => !policyParts(command).using || using.trim() !== '', text.needsUsing),
      ['using'],
    ),
    v.forward(
      v.check(({ command, check }) => command !== 'insert' || check.trim() !== '', text.needsCheck),
      ['check'],
    ),
  )
}

function valuesOf({
  name,
  command,
  isPermissive,
  roles,
  using,
  check,
}: Policy): Omit<TablePolicyValues, 'template'> {
  const kind = isPermissive ? 'permissive' : 'restrictive'
  return { name, command, kind, roles: [...roles], using: using ?? '', check: check ?? '' }
}

function policyOf({ name, command, kind, roles, using, check }: TablePolicyValues): Policy {
  const parts = policyParts(command)
  const given = (expression: string) => (expression.trim() === '' ? null : expression.trim())
  return {
    name,
    command,
    isPermissive: kind === 'permissive',
    roles: roles.length === 0 ? [EVERYONE] : roles,
    using: parts.using ? given(using) : null,
    check: parts.check ? given(check) : null,
  }
}

function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name
  const number = [2, 3, 4, 5, 6, 7, 8, 9].find((one) => !taken.includes(`${name} ${one}`))
  return number === undefined ? '' : `${name} ${number}`
}
