/** What is said of extensions: why they can't be installed, and what they reach. */
import type { ExtensionReach } from '@basedeck/core/rules'

export const extensionText = {
  /** What an administrator opens, as the end of “It …”. */
  reaches: {
    network:
      'connects from the server to every address that the server reaches, also to databases and services that nobody else reaches',
    files: 'reads and writes files of the server with the rights of PostgreSQL’s system user',
    code: 'runs code on the server with the rights of PostgreSQL’s system user; its functions are made by a superuser alone',
    storage:
      'reads or changes stored pages and the write-ahead log past all rights, the superuser’s password among them',
    faults: 'has faults that let SQL or memory be misused; PostgreSQL advises against it',
    unknown: 'is not known to Basedeck: nobody has looked at what it reaches',
  } satisfies Record<ExtensionReach, string>,
  closed: (reach: string) =>
    `It ${reach}. An administrator of the installation can allow it for this project.`,
  noSuperuser:
    'Only a superuser of the server can install it, and Basedeck has none here. Ask whoever runs the server.',
  notPreloaded:
    'It works only in a server that loads it at its start (shared_preload_libraries), and this one does not.',
  builtIn: 'PostgreSQL’s own language; functions of the database need it.',
  notOwned: 'Only a superuser of the server can remove it, and Basedeck has none here.',
  runsAsSuperuser: 'It has functions that run with the rights of a superuser.',
}
