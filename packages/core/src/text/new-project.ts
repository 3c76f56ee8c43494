/** Making a project. */
import { named } from './named.js'

/** The sentences of the page that makes a project. */
export const newProjectText = {
  body: (organization: string) =>
    `A project is a database of its own. This one will belong to ${named(organization)}.`,
  mayNotCreate: 'Your role does not allow creating projects here',
  backToProjects: 'Back to the projects',
  way: 'Database',
  ways: {
    new: 'Make a new database',
    existing: 'Add an existing one',
  },
  wayBodies: {
    new: 'Empty, with roles and schemas for users and files.',
    existing: 'A PostgreSQL server that runs elsewhere. Nothing is changed there.',
  },
  name: 'Project name',
  password: 'Database password',
  passwordHint:
    'For programs that connect by themselves. It is not shown again: keep it now. Empty: one is made up that nobody sees.',
  generate: 'Generate',
  copyPassword: 'Copy the password',
  engine: 'Engine',
  engines: {
    cluster: {
      label: 'PostgreSQL server',
      body: 'Its own server process. Many connections at once, and every extension of its PostgreSQL.',
    },
    pglite: {
      label: 'PGlite',
      body: 'PostgreSQL inside the platform’s process. Light, one connection, for small projects.',
    },
  },
  region: 'Region',
  here: 'This machine',
  regionHint: 'A label for the people who work with it: the database runs on the platform’s machine.',
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
    ca: 'Certificate of the authority',
    caHint: 'In PEM form, for a certificate that no public authority signed.',
    tryIt: 'Try the connection',
    trying: 'Trying…',
    reached: (version: string) => `It answers: PostgreSQL ${version}.`,
    notEncrypted: 'The connection is not encrypted: everything in it can be read on the way.',
    untrusted:
      'Paste the certificate of its authority below, or choose an encryption that does not check it.',
    submit: 'Add database',
    sending: 'Trying and adding…',
  },
} as const
