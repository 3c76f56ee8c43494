/** Settings of a project's auth service. */
import {
  AUTH_SECRETS,
  getAuthConfig,
  missingAuthSetting,
  updateAuthConfig,
  type AuthConfig,
  type AuthConfigChanges,
} from '@basedeck/platform-client/contract'
import { auditStatement } from '../control/audit.js'
import { authConfigOf, changeAuth } from '../control/auth-settings.js'
import type { ControlDatabase } from '../control/control-database.js'
import { DomainError } from '../kernel/domain-error.js'
import { unsendableTemplate } from '../mail/auth/unsendable.js'
import type { SecretBox } from '../secrets/secret-box.js'
import type { Mount } from './mount.js'

export interface AuthConfigRouteDeps {
  control: ControlDatabase
  box: Pick<SecretBox, 'seal'>
}

export function authConfigRoutes(mount: Mount, { control, box }: AuthConfigRouteDeps): void {
  const stored = async (ref: string): Promise<AuthConfig> => {
    const found = await authConfigOf(control, ref)
    if (!found) throw new DomainError('project_not_found')
    return found
  }

  mount.on(getAuthConfig, ({ project }) => stored(project.ref))

  mount.on(updateAuthConfig, async ({ caller, project, body, origin }) => {
    const { expected_version, ...fields } = body
    const changes: AuthConfigChanges = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined),
    )
    const sentence = unsendableTemplate(changes) ?? missingAuthSetting(await stored(project.ref), changes)
    if (sentence !== undefined) throw new DomainError('invalid_body', sentence)
    const written = await control.write([
      changeAuth(box, project.ref, changes, expected_version),
      auditStatement(caller, origin, {
        action: 'project.update_auth',
        target: project.name,
        organizationId: project.organization.id,
        projectRef: project.ref,
        detail: withoutValues(changes),
      }),
    ])
    if (!written.ok)
      throw new DomainError('stale', undefined, { more: { stored: await stored(project.ref) } })
    return stored(project.ref)
  })
}

/** Secrets, codes and long texts have no place in the log: it says that they were changed. */
function withoutValues(changes: AuthConfigChanges): Record<string, unknown> {
  const hidden = (name: string) =>
    name === 'sms_test_otp' ||
    name.startsWith('mailer_templates_') ||
    AUTH_SECRETS.some((one) => one === name)
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, hidden(name) ? 'changed' : value]),
  )
}
