/** The page of extensions. */
export const extensionsText = {
  lead: 'What PostgreSQL can do more in this database. They are installed into the schema extensions.',
  search: 'Search extensions',
  noOthers:
    'The PostgreSQL of this database comes with no other extensions. A project on a PostgreSQL server has more.',
  noneFound: 'No extension has these words',
  failed: 'The extensions could not be loaded',
  columns: { name: 'Name', version: 'Version', state: 'State', about: 'About', actions: 'Actions' },
  states: { installed: 'Installed', available: 'Available', closed: 'Closed' },
  allowed: 'allowed for this project',
  /** Where it is installed. */
  inSchema: (schema: string) => `in ${schema}`,
  needs: (names: readonly string[]) => `Needs ${names.join(', ')}.`,
  install: 'Install',
  installing: 'Installing…',
  installNamed: (name: string) => `Install ${name}`,
  installed: (name: string) => `${name} is installed`,
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeBody:
    'Its functions, types and operators are gone then. What uses them keeps it: PostgreSQL refuses and says what.',
  removed: (name: string) => `${name} was removed`,
  allow: 'Allow…',
  allowNamed: (name: string) => `Allow ${name} for this project`,
  allowTitle: (name: string) => `Allow ${name} for this project?`,
  allowBody: (name: string, reaches: string) =>
    `${name} ${reaches}. Whoever may change this database can then install it. It stays installed when you take this back.`,
  allowConfirm: 'Allow',
  forbid: 'Close',
  forbidNamed: (name: string) => `Close ${name} for this project`,
  isAllowed: (name: string) => `${name} can be installed in this project`,
  isForbidden: (name: string) => `${name} can no longer be installed in this project`,
  mayNot: 'Your role does not allow changing this database',
  couldNot: (name: string) => `${name} could not be installed`,
}
