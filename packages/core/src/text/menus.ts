/** What the entries and badges of the two sidebars are called. Titles of pages may say more. */
export const menuText = {
  badges: { new: 'NEW', beta: 'BETA', alpha: 'ALPHA', 'coming-soon': 'Coming soon' },
  refusals: {
    'mfa-required': 'This organization is open to members with two-factor authentication only.',
    'coming-up': 'This opens when the project is up.',
  },
  organization: {
    projects: 'Projects',
    team: 'Team',
    integrations: 'Integrations',
    usage: 'Usage',
    billing: 'Billing',
    settings: 'Organization settings',
  },
  project: {
    home: 'Project overview',
    editor: 'Table Editor',
    sql: 'SQL Editor',
    database: 'Database',
    auth: 'Authentication',
    storage: 'Storage',
    functions: 'Edge Functions',
    realtime: 'Realtime',
    advisors: 'Advisors',
    reports: 'Reports',
    logs: 'Logs',
    api: 'API',
    integrations: 'Integrations',
    settings: 'Settings',
  },
}
