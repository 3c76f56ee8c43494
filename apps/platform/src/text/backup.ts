/** What `basedeck dump` and `basedeck restore` say. */
export const backupText = {
  running: 'A restore can’t replace a running installation.',
  projectRestored: (project: string, madeAt: string) =>
    `The database of project ${project} is restored as of ${madeAt}.`,
  aside: (directory: string) =>
    `The previous database is kept in ${directory}; delete it when you don’t need it.`,
  noInstallation: (directory: string) =>
    `There is no installation in ${directory}; name its folder with --data-dir`,
  projectDumped: (size: string, project: string) => `${size}, the database of project ${project}.`,
  dumped: (size: string, projects: number) => `${size}, ${databases(projects)}.`,
  controlElsewhere:
    'Not included: the control plane, which is in the PostgreSQL of --control-database-url. Dump that one now.',
  withKey: 'The secret key is included: anyone with the file can read all stored secrets.',
  withoutKey:
    'The secret key is not included. Keep secret.key elsewhere: without it the stored secrets can’t be read.',
  keyInEnvironment: 'The secret key is not included: it is in BASEDECK_SECRET_KEY. Keep it elsewhere.',
  restored: (directory: string, madeAt: string, version: string, projects: number) =>
    `${directory} is restored as of ${madeAt}, dumped by Basedeck ${version}: ${databases(projects)}.`,
  keyMissing: (directory: string) =>
    `The secret key is not included: put secret.key into ${directory}, or set BASEDECK_SECRET_KEY, before you start.`,
  controlMissing:
    'The control plane is not included: restore its PostgreSQL, and start with --control-database-url.',
  stopped: 'The platform is stopping. The dump was cancelled and its file removed.',

  exists: (path: string) => `${path} already exists; a dump never overwrites a file.`,
  draftExists: (path: string) =>
    `${path} exists: another dump is writing it, or an earlier one did not finish. If none is running, delete it.`,
  unwritable: (path: string, code: string | undefined) => `${path} can’t be written (${code})`,
  diskFails: (path: string, code: string) =>
    `${path} can’t be written: the disk is full or failing (${code})`,
  noDatabase: (project: string) =>
    `This data directory has no database of a project ${project}. A database that was added by URL is dumped on its own server.`,
  notDumped: (project: string, reason: string) =>
    `The database of project ${project} could not be dumped: ${reason}. No file was written; run it again.`,

  notSealed: 'it is not a backup that Basedeck kept',
  otherKey: 'it was made by an installation with another secret key; put the secret.key of that one in place',
  sealBroken: 'its bytes were changed, or it ends too early',

  noManifest: 'it has no manifest of Basedeck',
  newer: (path: string) => `${path} was made by a newer Basedeck; restore it with that version.`,
  unsafeName: (name: string) => `it names a file ${name}`,
  changed: (name: string) => `${name} is not what was dumped`,
  notRestored: (path: string, reason: string) => `${path} can’t be restored: ${reason}`,
  endsTooEarly: 'it ends too early',
  damaged: (path: string, reason: string) =>
    `${path} is damaged or not a dump of Basedeck: ${reason}. Nothing was restored.`,
  wrongChecksum: 'a header has the wrong checksum',
  otherEntries: 'it contains more than files and directories',
  tooLarge: (name: string) => `${name} is too large for an archive`,
  nameTooLong: (name: string) => `The name ${name} is too long for an archive`,

  oneDatabase: (file: string) =>
    `${file} contains one database, not an installation. Restore it into a project: basedeck restore --project <ref> --from ${file}`,
  unreadableDirectory: (directory: string, code: string | undefined) =>
    `${directory} can’t be read (${code})`,
  notEmpty: (directory: string) =>
    `The directory ${directory} is not empty, and a restore never overwrites anything. Choose another one with --data-dir`,
  nothingRestored: 'Nothing was restored.',
  misfit: {
    databases: (refs: string) => `The databases of ${refs} were`,
    control: 'The control plane was',
    controlAndDatabases: (refs: string) => `The control plane and the databases of ${refs} were`,
    made: (what: string, major: number) => `${what} made by PostgreSQL ${major}`,
    otherArchitecture: (made: string, theirs: string, own: string) =>
      `${made} on ${theirs}, and their files don’t fit ${own}: restore them on such a machine.`,
    otherPglite: (made: string, own: number) =>
      `${made} in PGlite, but this Basedeck has PostgreSQL ${own}: restore them with the version that made them.`,
    otherMajor: (made: string, found: string, wanted: number) =>
      `${made}, and ${found === '' ? 'no PostgreSQL' : found} is installed here: install PostgreSQL ${wanted}.`,
  },

  storeFails: (project: string) =>
    `The store of files broke off while it gave the files of ${project}; try again`,
  otherSize: 'The store of files gave a file in another size than it had told; try again',

  noProject: (project: string) =>
    `There is no project ${project}. Create a project in the dashboard, and restore into it: its ref is in its address.`,
  otherDirectory: (project: string) =>
    `The database of project ${project} is not in this data directory; restore it where it is.`,
  notRestorable: (project: string, status: string) =>
    `The project ${project} is ${status} now; wait until it is active or paused.`,
  notInFile: (file: string, project: string, others: string) =>
    `${file} has no project ${project}. It has: ${others === '' ? 'no project' : others}`,
}

function databases(projects: number): string {
  return projects === 1 ? '1 project database' : `${projects} project databases`
}
