/** Why a page can't be opened by this caller. */
import type { PagePermission } from '../rules/access/page-permissions.js'

/** What the caller lacks, by the permission that a page asks for. */
export const permissionText: Readonly<Record<PagePermission, string>> = {
  auth: 'Your role does not allow seeing the project’s users and sign-in.',
  functions: 'Your role does not allow seeing edge functions.',
  storage: 'Your role does not allow seeing files.',
  realtime: 'Your role does not allow seeing realtime.',
  reports: 'Your role does not allow seeing reports.',
  billing: 'Your role does not allow seeing the plan and the bills.',
  auditLog: 'Your role does not allow seeing the audit log.',
  apps: 'Your role does not allow seeing who holds tokens.',
  newProject: 'Your role does not allow creating projects',
  newOrganization: 'Your account may not create organizations.',
}
