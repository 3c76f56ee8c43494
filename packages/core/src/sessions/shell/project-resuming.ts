/** Resuming a project's database, for every page that offers it: whether the caller may, whether it is under way, the last error. */
import type { Client } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { projectResuming } from '../../data/projects.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Queries } from '../../kernel/query-store.js'
import { projectText } from '../../text/project.js'
import { projectControlState, type ControlState } from '../account/rights.js'

export interface ProjectResuming {
  readonly $mayResume: ReadableAtom<ControlState>
  readonly $isResuming: ReadableAtom<boolean>
  /** The error of the last attempt to resume. */
  readonly $resumeProblem: ReadableAtom<string | null>
  resume(): void
}

export function createProjectResuming(
  { client, queries }: { client: Client; queries: Queries },
  ref: string,
): ProjectResuming {
  const resuming = createMutation(queries, projectResuming(client, ref))
  return {
    $mayResume: projectControlState(
      { client, queries },
      ref,
      { action: 'update', resource: 'project_settings' },
      projectText.mayNotResume,
    ),
    $isResuming: computed(resuming.$state, ({ status }) => status === 'running'),
    $resumeProblem: computed(resuming.$state, (state) =>
      state.status === 'failed' ? state.error.message : null,
    ),
    resume: () => void resuming.run(),
  }
}
