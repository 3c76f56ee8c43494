/** A part of a page of auth settings: its fields, saved together over changes that others make. */
import { getAuthConfig, missingAuthSetting, PlatformError, type AuthConfig } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { authConfigChange, authConfigQuery } from '../../data/auth-config.js'
import { mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import {
  authChangesOf,
  authFieldKind,
  authProblem,
  authValues,
  type AuthField,
  type AuthFieldKind,
  type AuthSwitch,
  type AuthTyped,
  type AuthValues,
} from '../../rules/auth/settings-form.js'
import { createRecordEdit, type RecordEdit } from '../../sessions/documents/record-edit.js'
import { authSettingsText as text } from '../../text/auth-settings.js'
import type { Needs } from '../context.js'
import type { Arrivals, Arrived } from '../parts/arrivals.js'

/** A field as it is drawn. */
export type AuthFormField = AuthFieldFacts &
  ({ kind: 'switch'; name: AuthSwitch } | { kind: Exclude<AuthFieldKind, 'switch'>; name: AuthTyped })

interface AuthFieldFacts {
  label: string
  hint: string | undefined
  /** Of a choice. */
  choices: readonly { value: string; label: string }[]
}

/** Some settings of an auth service, as one form. */
export interface AuthSection extends Disposable {
  readonly name: string
  readonly title: string
  readonly body: string
  readonly fields: readonly AuthFormField[]
  readonly labels: Readonly<Record<AuthField, string>>
  readonly edit: RecordEdit<AuthValues>
  /** The secrets of this section that are stored. */
  readonly $secretsSet: ReadableAtom<readonly AuthField[]>
  removeSecret(name: AuthField): Promise<void>
}

export interface AuthSectionOptions {
  ref: string
  name: string
  title: string
  body: string
  fields: readonly AuthField[]
  $config: ReadableAtom<Remote<AuthConfig>>
  arrivals: Arrivals<AuthConfig>
  choicesOf(name: AuthField): AuthFormField['choices']
}

export function createAuthSection(
  context: Needs<'host' | 'client' | 'queries' | 'account' | 'lazy'>,
  { ref, name, title, body, fields, $config, arrivals, choicesOf }: AuthSectionOptions,
): AuthSection {
  const { host, client, queries } = context
  const change = authConfigChange(client, ref)
  const edit = createRecordEdit<v.GenericSchema<AuthValues>, Arrived<AuthConfig>>(context, {
    key: `auth-config/${ref}/${name}`,
    schema: schemaOf(fields),
    $stored: computed($config, (config) =>
      config.status === 'ready' ? { ...config, data: arrivals.of(config.data) } : config,
    ),
    initial: Object.fromEntries(
      fields.map((field) => [field, authFieldKind(field) === 'switch' ? false : '']),
    ) as AuthValues,
    valuesOf: (config) => authValues(config, fields),
    async save(changes, expected) {
      const sent = authChangesOf(changes)
      const config = $config.get()
      const lacking = config.status === 'ready' ? missingAuthSetting(config.data, sent) : undefined
      if (lacking !== undefined) throw new PlatformError('http', text.lacking(lacking))
      const saved = await mutate(queries, change, {
        ...sent,
        expected_version: arrivals.versionIn(expected),
      })
      host.notifier.notify({ kind: 'success', message: text.saved })
      return arrivals.of(saved)
    },
    async load() {
      const config = await client.call(getAuthConfig, { params: { ref } })
      queries.set(authConfigQuery(client, ref), config)
      return arrivals.of(config)
    },
  })
  const labels = Object.fromEntries(fields.map((field) => [field, text.labels[field] ?? field])) as Record<
    AuthField,
    string
  >
  return {
    name,
    title,
    body,
    fields: fields.map((field) => ({
      ...fieldOf(field),
      label: labels[field] ?? field,
      hint: text.hints[field],
      choices: choicesOf(field),
    })),
    labels,
    edit,
    $secretsSet: computed($config, (config) =>
      config.status === 'ready'
        ? fields.filter((field) => config.data.secrets_set.some((one) => one === field))
        : [],
    ),
    async removeSecret(field) {
      try {
        await mutate(queries, change, { [field]: '' })
        host.notifier.notify({ kind: 'success', message: text.secretRemoved })
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        host.notifier.notify({ kind: 'error', message })
      }
    },
    dispose: edit.dispose,
  }
}

/** The kinds follow the types of the settings; the compiler knows that by their names only. */
function fieldOf(name: AuthField) {
  return { name, kind: authFieldKind(name) } as
    | { kind: 'switch'; name: AuthSwitch }
    | { kind: Exclude<AuthFieldKind, 'switch'>; name: AuthTyped }
}

function schemaOf(fields: readonly AuthField[]): v.GenericSchema<AuthValues> {
  const entries = fields.map((field) => {
    const sentence = (typed: string | boolean) => {
      const problem = authProblem(field, typed)
      if (problem === null) return ''
      return problem.reason === 'outside'
        ? text.outside(problem.least, problem.most)
        : text.said(field, problem.sentence)
    }
    const check = v.check<string | boolean, (issue: { input: string | boolean }) => string>(
      (typed) => authProblem(field, typed) === null,
      ({ input }) => sentence(input),
    )
    return [field, v.pipe(v.union([v.string(), v.boolean()]), check)] as const
  })
  return v.object(Object.fromEntries(entries)) as unknown as v.GenericSchema<AuthValues>
}
