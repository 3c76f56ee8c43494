/** What the advisors find in a project's database. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'

/** Somebody put a finding aside. */
export interface LintDismissal {
  reason: string
  /** ISO 8601; null: for good. */
  until: string | null
  /** The member's address; null: the installation has no accounts. */
  made_by: string | null
  made_at: string
}

/** A finding of the advisors. */
export interface Lint {
  /** A stable word, `rls_disabled_in_public`. */
  name: string
  title: string
  level: 'ERROR' | 'WARN' | 'INFO'
  facing: 'EXTERNAL'
  categories: ('PERFORMANCE' | 'SECURITY')[]
  description: string
  /** The details, with the name of the object. */
  detail: string
  /** What to do, as SQL or a sentence. */
  remediation: string
  /** Statements that mend it, to be read before they run; absent where none can be named. */
  remediation_sql?: string
  /** The same finding has the same key. */
  cache_key: string
  /** Absent: it counts. */
  dismissed?: LintDismissal
  metadata?: { schema?: string; name?: string; type?: string; entity?: string }
}

/** Only for a project that is ACTIVE_HEALTHY. SPEC §7. */
export const runLints = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/run-lints',
  access: inProject('read', 'database'),
  servedBy: 'holder',
  response: gives<Lint[]>(),
  requires: { ref: 'Project ref is required' },
})

const REASON_CHARACTERS = 500
const KEY_CHARACTERS = 2000
const REQUIRES = { ref: 'Project ref is required' }
const findingKey = v.pipe(
  v.string('The finding is missing'),
  v.minLength(1, 'The finding is missing'),
  v.maxLength(KEY_CHARACTERS, 'There is no such finding'),
)

/** Puts a finding aside, for good or until that moment. It is still listed, with the reason. */
export const dismissLint = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/advisors/dismiss',
  access: inProject('update', 'project_settings'),
  audit: true,
  body: v.strictObject({
    cache_key: findingKey,
    reason: v.pipe(
      v.string('Say why'),
      v.trim(),
      v.minLength(1, 'Say why'),
      v.maxLength(REASON_CHARACTERS, `The reason has at most ${REASON_CHARACTERS} characters`),
    ),
    until: v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp('This is not a timestamp'))), null),
  }),
  response: gives<LintDismissal>(),
  requires: REQUIRES,
})

/** It counts again. One that was not put aside stays as it is. */
export const restoreLint = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/advisors/restore',
  access: inProject('update', 'project_settings'),
  audit: true,
  body: v.strictObject({ cache_key: findingKey }),
  response: gives<{ cache_key: string }>(),
  requires: REQUIRES,
})
