/** The catalogue of what a project can be extended with, and the page of each. */
import type { IntegrationCategory, IntegrationName } from '../rules/settings/integrations.js'

interface IntegrationText {
  title: string
  /** One line, in the list. */
  summary: string
  /** What it is for, at its page. */
  body: string
  /** What it adds, each as a sentence. */
  adds: readonly string[]
}

const items: Readonly<Record<IntegrationName, IntegrationText>> = {
  vault: {
    title: 'Vault',
    summary: 'Secrets of the project, encrypted',
    body: 'Values that functions and webhooks use by their names, such as keys of other services.',
    adds: ['A list of secrets whose values are shown on asking, with a line in the audit log.'],
  },
  git: {
    title: 'Source code host',
    summary: 'The repository of this project, on GitHub or GitLab',
    body: 'Connects the project with a repository and a branch of it. The organization holds the token of the host.',
    adds: ['The repository and its branch, named at the project.'],
  },
  webhooks: {
    title: 'Database webhooks',
    summary: 'Functions and addresses are told when rows of a table change',
    body: 'The platform sends inserted, updated and deleted rows of a table, signed, until the receiver accepts them. No statement waits for that.',
    adds: ['A list of webhooks, each with its deliveries.'],
  },
  cron: {
    title: 'Cron',
    summary: 'Functions, addresses and SQL that run on a schedule',
    body: 'The platform calls a function, posts to an address or runs SQL at the times that you state. It opens a database that sleeps.',
    adds: ['A list of schedules, each with its runs.'],
  },
  queues: {
    title: 'Queues',
    summary: 'Message queues as tables',
    body: 'pgmq keeps messages in tables: each is read by one reader at a time, and comes back when it was not deleted in time.',
    adds: ['The schema pgmq: pgmq.create, pgmq.send, pgmq.read and pgmq.archive.'],
  },
  graphql: {
    title: 'GraphQL',
    summary: 'GraphQL queries, answered inside the database',
    body: 'pg_graphql makes a GraphQL schema of the tables. It is asked by SQL: Basedeck serves no address of its own for it.',
    adds: ['graphql.resolve(query), which answers as JSON. Row-level security holds for it.'],
  },
  wrappers: {
    title: 'Wrappers',
    summary: 'Other services as tables',
    body: 'Foreign data wrappers for services that are no database. A foreign server names the service, and foreign tables are read like others.',
    adds: ['Foreign data wrappers, each made with CREATE FOREIGN DATA WRAPPER.'],
  },
  postgres_fdw: {
    title: 'PostgreSQL',
    summary: 'Tables of another PostgreSQL as foreign tables',
    body: 'Reads and writes tables of another PostgreSQL. A foreign server names its address, and a user mapping holds the login.',
    adds: [
      'The foreign data wrapper postgres_fdw.',
      'IMPORT FOREIGN SCHEMA makes foreign tables of all tables of a schema.',
    ],
  },
  file_fdw: {
    title: 'Files of the server',
    summary: 'Files on the machine of the database as foreign tables',
    body: 'Reads files of the server with the rules of COPY, such as logs and CSV files.',
    adds: ['The foreign data wrapper file_fdw.'],
  },
}

const categories: Readonly<Record<IntegrationCategory, string>> = {
  project: 'Project',
  database: 'Database',
  wrapper: 'Wrappers',
}

/** The sentences of the catalogue of integrations. */
export const integrationsText = {
  items,
  categories,
  allCategories: 'All',
  category: 'Category',
  lead: 'What this project can be extended with: parts of the platform, and extensions that its database has.',
  list: 'Integrations',
  search: 'Search integrations',
  columns: { name: 'Name', category: 'Category', state: 'State', about: 'About' },
  states: {
    here: 'Ready',
    installed: 'Installed',
    available: 'Not installed',
    closed: 'Closed',
    absent: 'Not available',
  },
  noneFound: 'No integration has these words',
  clear: 'Show all',
  noneHere: {
    project: 'The operator of this platform turned these off',
    database: 'The PostgreSQL of this database comes with no extension for this',
    wrapper: 'The PostgreSQL of this database comes with no foreign data wrapper',
  },
  noneHereBody: 'A project on a PostgreSQL server has more. The list of extensions shows what this one has.',
  about: 'Overview',
  state: 'State',
  extension: 'Extension',
  version: 'Version',
  schema: 'Schema',
  needs: 'Needs',
  adds: 'What it adds',
  install: 'Install',
  installing: 'Installing…',
  installNamed: (name: string) => `Install ${name}`,
  installed: (name: string) => `${name} is installed`,
  couldNot: (name: string) => `${name} could not be installed`,
  mayNot: 'Your role does not allow changing this database',
  needsExtension: (extension: string) => `Its extension ${extension} is not installed.`,
  unknown: 'There is no such integration',
  absent: 'Not available in this project',
  absentBody: 'The server of this database does not have its extension, or the operator turned it off.',
  back: 'All integrations',
  links: {
    vault: 'Open the vault',
    projectIntegrations: 'Choose the repository',
    sql: 'Open the SQL editor',
    extensions: 'Extensions',
    functions: 'Database functions',
    triggers: 'Triggers',
    tableEditor: 'Table Editor',
    webhooks: 'Webhooks',
    schedules: 'Schedules',
  },
  lists: {
    foreignServers: {
      title: 'Foreign servers',
      body: 'Other services whose tables can be queried here.',
      empty: 'No foreign servers',
      emptyBody: 'CREATE SERVER makes one for a foreign data wrapper.',
    },
  },
}
