/** `basedeck auth-config`: prints the settings of a project's auth service, or applies a file of them. */
import { auditStatement } from '../control/audit.js'
import { authConfigOf, changeAuth } from '../control/auth-settings.js'
import { onlyProject } from '../control/only-project.js'
import { projectByRef } from '../control/projects.js'
import type { Inside } from '../services/open-platform.js'
import type { AuthConfigQuestion, OperatorAnswer } from '../config/operator-socket.js'
import { authConfigText } from '../text/auth-config.js'
import { sampleDataText } from '../text/seed.js'
import { authConfigFile } from './auth-config-file.js'

/** In the process that runs, so that every other one hears of the change. */
export async function answerAuthConfig(
  { project, changes }: AuthConfigQuestion,
  { control, box }: Pick<Inside, 'control' | 'box'>,
): Promise<OperatorAnswer> {
  const ref = project ?? (await onlyProject(control))
  if (typeof ref !== 'string') return { error: sampleDataText.which(ref.choices) }
  const found = await projectByRef(control, ref)
  const config = found && (await authConfigOf(control, ref))
  if (!found || !config) return { error: sampleDataText.noProject(ref) }
  if (changes === null) return { lines: authConfigFile(config).split('\n') }
  const names = Object.keys(changes)
  await control.write([
    changeAuth(box, ref, changes, undefined),
    auditStatement(null, null, {
      action: 'project.update_auth',
      target: found.name,
      organizationId: found.organization_id,
      projectRef: ref,
      detail: { by: 'basedeck auth-config apply', changed: names },
    }),
  ])
  return { lines: [authConfigText.applied(ref, names.length)] }
}
