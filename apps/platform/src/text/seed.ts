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
