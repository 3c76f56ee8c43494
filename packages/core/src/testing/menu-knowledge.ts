import { menuFlags } from '../rules/shell/menu-flags.js'
import type { MenuKnowledge } from '../rules/shell/menu-slots.js'

/** What the menus depend on: a healthy project of a hosted platform, and a caller who may do everything. */
export const MENU_KNOWLEDGE: MenuKnowledge = {
  pathname: '/project/abc',
  ref: 'abc',
  organizationSlug: 'acme',
  organizationName: 'Acme',
  status: 'ACTIVE_HEALTHY',
  isPlatform: true,
  flags: menuFlags({ replicationEnabled: true }),
  may: {
    auth: true,
    functions: true,
    storage: true,
    realtime: true,
    reports: true,
    billing: true,
    auditLog: true,
    apps: true,
    newProject: true,
    newOrganization: true,
  },
  mfaMissing: false,
  pitr: false,
}
