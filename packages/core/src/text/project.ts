import { named } from './named.js'

/** The sentences of a project's home, with the names of its statuses. */
export const projectText = {
  statuses: {
    COMING_UP: 'Coming up',
    ACTIVE_HEALTHY: 'Healthy',
    ACTIVE_UNHEALTHY: 'Unhealthy',
    INIT_FAILED: 'Init failed',
    GOING_DOWN: 'Going down',
    PAUSING: 'Pausing',
    INACTIVE: 'Paused',
    RESTORING: 'Restoring',
    REMOVED: 'Removed',
  } as Record<string, string>,
  /** `local` is the platform's own machine. */
  region: (name: string) => (name === 'local' ? 'This machine' : name),
  comingUp: 'The database is starting. This page updates automatically.',
  failed: 'The database could not be opened.',
  paused: 'The project is paused: its database is stopped and keeps its data.',
  pausing: 'The database is being stopped. This page updates automatically.',
  goingDown: 'The project is being deleted.',
  restoring: 'The database is starting again. This page updates automatically.',
  resume: 'Resume project',
  resuming: 'Resuming…',
  tryAgain: 'Try again',
  superuser:
    'Basedeck connects to this database as a superuser: SQL that is run here can read files and start programs on its server. Start Basedeck with --prepare to create an ordinary owner, or use the URL of one.',
  trying: 'Trying…',
  mayNotResume: 'Your role does not allow starting the project',
  deleteInSettings: 'Delete it',
  facts: {
    engine: 'Engine',
    version: 'PostgreSQL',
    size: 'Size',
    tables: 'Tables',
    connections: 'Connections',
    started: 'Started',
    host: 'Host',
    region: 'Region',
    ref: 'Project ref',
    restUrl: 'Project API',
    created: 'Created',
  },
  connections: (open: number, most: number | null) =>
    most === null ? 'One session, used by the platform' : `${open} of at most ${most}`,
  mayNotWrite: 'Your role is read-only here.',
  notYet: 'not known yet',
  databaseTitle: 'Database',
  activityTitle: 'Activity',
  activityNone: 'No activity yet.',
  activityAll: 'Audit log',
  activityFailed: 'The activity could not be loaded',
  activityClosed: 'Your role does not allow seeing this.',
  by: (who: string) => `by ${named(who)}`,
  findings: {
    title: 'Advisors',
    advisors: { SECURITY: 'Security Advisor', PERFORMANCE: 'Performance Advisor' },
    none: 'The advisors have no findings.',
    failed: 'The advisors could not run',
    count: {
      ERROR: (count: number) => (count === 1 ? '1 error' : `${count} errors`),
      WARN: (count: number) => (count === 1 ? '1 warning' : `${count} warnings`),
      INFO: (count: number) => (count === 1 ? '1 note' : `${count} notes`),
    },
    more: (count: number) => (count === 1 ? 'and 1 more' : `and ${count} more`),
  },
  recent: {
    title: 'Recently opened',
    none: 'Queries and tables that you open appear here.',
  },
  history: {
    title: 'Last 24 hours',
    toReports: 'Reports',
    counted: { calls: 'API calls', queries: 'Queries' },
    count: (total: number) => total.toLocaleString('en'),
    change(now: number, before: number) {
      if (now === 0 && before === 0) return 'none, as the day before'
      if (before === 0) return 'none the day before'
      const percent = Math.round((100 * now) / before - 100)
      if (percent === 0) return 'as many as the day before'
      return percent > 0 ? `${percent}% more than the day before` : `${-percent}% fewer than the day before`
    },
    idle: 'not in use',
    none: 'No measurements yet. They are taken while the database is in use.',
    between: (low: string, high: string, hours: number) => {
      const values = low === high ? `${low} all the time` : `between ${low} and ${high}`
      if (hours >= 24) return values
      return hours === 1 ? `${values}, in the last hour` : `${values}, in the last ${hours} hours`
    },
  },
  stepsTitle: 'First steps',
  linksTitle: 'Continue with',
  openSql: 'Open the SQL editor',
  openSqlBody: 'Write SQL and see the rows of the database.',
  createTable: 'Create a table',
  createTableBody: 'Choose New table in the table editor.',
  sample: {
    title: 'Load sample data',
    body: 'A small shop in five tables of the schema public.',
    loading: 'Loading…',
    loaded: (tables: number, rows: number) =>
      `${tables} tables with ${rows.toLocaleString('en')} rows were made`,
    open: 'Open the tables',
    failed: 'The sample data could not be loaded',
  },
  csv: { title: 'Import a CSV', body: 'A new table from a file; its columns are proposed.' },
  dump: { title: 'Run a dump', body: 'The file of pg_dump, as it was written, or any SQL.' },
  connect: {
    title: 'Connect an application',
    body: 'Connection strings and code for your language.',
  },
  security: 'Security findings',
  securityBody: (errors: number) =>
    errors === 1 ? 'The Security Advisor found one error.' : `The Security Advisor found ${errors} errors.`,
  tables: 'Open the table editor',
  tablesBody: 'See the tables of the database and their columns.',
  keys: 'API keys',
  keysBody: 'For programs that call the project’s API.',
  settings: 'Settings',
  settingsBody: 'Rename, pause, transfer or delete the project.',
  loadFailed: 'The project could not be loaded',
  copy: (what: string) => `Copy ${what}`,
}
