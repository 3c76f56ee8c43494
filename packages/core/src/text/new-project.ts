/** Making a project. */
import { named } from './named.js'

/** The sentences of the page that makes a project. */
export const newProjectText = {
  body: (organization: string) =>
    `A project is a separate database. This one will belong to ${named(organization)}.`,
  mayNotCreate: 'Your role does not allow creating projects here',
  backToProjects: 'Back to the projects',
  way: 'Database',
  ways: {
    new: 'Create a new database',
    existing: 'Add an existing one',
  },
  wayBodies: {
    new: 'Empty, with roles and schemas for users and files.',
    existing: 'A PostgreSQL server that runs elsewhere. Nothing is changed there.',
  },
  name: 'Project name',
  password: 'Database password',
  passwordHint:
    'For programs that connect directly. It is not shown again: save it now. Leave empty to generate one that is never shown.',
  generate: 'Generate',
  copyPassword: 'Copy the password',
  engine: 'Engine',
  engines: {
    cluster: {
      label: 'PostgreSQL server',
      body: 'A separate server process with many connections and every extension of its PostgreSQL.',
    },
    pglite: {
      label: 'PGlite',
      body: 'PostgreSQL inside the platform’s process. Light, one connection, for small projects.',
    },
  },
  region: 'Region',
  here: 'This machine',
  regionHint: 'Only a label: the database runs on the platform’s machine.',
  submit: 'Create project',
  sending: 'Creating…',
  cancel: 'Cancel',
  existing: {
    url: 'Database URL',
    urlHint: 'The password in it is kept encrypted.',
    urlExample: 'postgresql://user:password@host:5432/database',
    tls: 'Encryption',
    modes: [
      { value: 'verify-full', label: 'Required, certificate and host name checked' },
      { value: 'verify-ca', label: 'Required, certificate checked' },
      { value: 'require', label: 'Required, certificate not checked' },
      { value: 'prefer', label: 'Where the server offers it' },
      { value: 'disable', label: 'None' },
    ],
    ca: 'CA certificate',
    caHint: 'In PEM format. Needed when no public authority signed the server’s certificate.',
    tryIt: 'Test the connection',
    trying: 'Testing…',
    reached: (version: string) => `Connected to PostgreSQL ${version}.`,
    notEncrypted: 'The connection is not encrypted: others on the network can read it.',
    untrusted: 'Paste its CA certificate below, or choose an encryption that does not check it.',
    submit: 'Add database',
    sending: 'Adding…',
  },
} as const
