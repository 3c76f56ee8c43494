/** What the server says about the control plane: the database of accounts, organizations and projects. */
export const controlText = {
  closed: 'The control plane is closed.',
  refused: (message: string) => `The control database refused: ${message}`,
  away: 'The control database can’t be reached',
  copyDiffers: 'The copy of the control plane differs from the original.',
  newer: (done: number, newest: number) =>
    `A newer Basedeck brought the control plane to step ${done}; this one knows steps up to ${newest}. Start the newer one.`,
  notMoved: (major: number, reason: string) =>
    `The control plane stays in PGlite: it could not be moved into PostgreSQL ${major} (${reason}). The next start tries again.`,
  moved: (kept: string) =>
    `The control plane is now in a PostgreSQL server. The old one is kept in ${kept}; delete it when you don’t need it.`,
  foundAndGone: (major: number) => `PostgreSQL ${major} was found but is gone`,
  cannotStart: (directory: string, major: number, reason: string) =>
    `The control plane in ${directory} was made by PostgreSQL ${major}, which can’t be started here, with any --engine: ${reason} Install PostgreSQL ${major} again.`,
  otherMajor: (directory: string, major: number, found: string) =>
    `The control plane in ${directory} was made by PostgreSQL ${major}, but PostgreSQL ${found} is installed here. Install PostgreSQL ${major} again; the other version can stay.`,
  otherPglite: (directory: string, major: string, own: number) =>
    `The control plane in ${directory} was made by PostgreSQL ${major}, but this Basedeck has PostgreSQL ${own}. Start the Basedeck that made it, dump it there, and restore the dump here.`,
}
