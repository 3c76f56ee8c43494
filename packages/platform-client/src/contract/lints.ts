/** What the advisors find in a project's database. */
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'

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
