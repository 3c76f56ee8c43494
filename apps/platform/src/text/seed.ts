/** What `basedeck seed demo` prints. */
export const seedText = {
  begun: 'Making three databases with data; this takes a while.',
  shopGone: 'The project Shop was not found.',
  done: (password: string) =>
    `The demo is ready. Start with --platform, and sign in with the password ${password} as`,
  already: 'The demo already exists; nothing was changed.',
  brokenOff: 'An earlier run did not finish. Choose a new data directory with --data-dir, and run it again.',
  inUse:
    'This installation is in use, and the demo needs a new one. Choose another data directory with --data-dir.',
  noOrganization: (slug: string) => `There is no organization ${slug}.`,
  notWritten: (reason: string) => `The demo could not be written: ${reason}`,
}

/** What is said of the sample data of a project. */
export const sampleDataText = {
  taken: (tables: readonly string[]) =>
    `The schema public has one of the tables ${tables.join(', ')} already; nothing was changed.`,
  loaded: (ref: string, tables: readonly string[], rows: number) =>
    `The project ${ref} has ${rows.toLocaleString('en')} sample rows in the tables ${tables.join(', ')}.`,
  noProject: (ref: string) => `There is no project ${ref}.`,
  which: (refs: readonly string[]) =>
    refs.length === 0
      ? 'There is no project yet; make one in the dashboard first.'
      : `Say which project: basedeck seed sample --project <ref>, with one of ${refs.join(', ')}.`,
}
