/** What the server says about branches. */
export const branchText = {
  maskFailed: (table: string, reason: string) => `The masks of ${table} could not be applied: ${reason}`,
  maskRefused: (column: string, reason: string) => `The mask of ${column} can’t be applied: ${reason}`,
  maskIsNoExpression: 'write one expression, without a semicolon',
  onServer: (database: string) => `A branch of ${database}, made by Basedeck`,
  parentBusy: 'The project is being changed right now; try again when it is healthy',
  hasBranches: (names: readonly string[]) =>
    `The project has branches; delete them first: ${names.join(', ')}`,
  movesWithParent: 'A branch belongs to the organization of its project, and moves with it',
} as const

/** What `basedeck branch` says. */
export const branchCommandText = {
  notRunning: (directory: string) =>
    `No platform runs on ${directory}. Branches are made by the one that runs: start it, and try again`,
  unknown: (name: string, names: readonly string[]) =>
    `There is no branch ${name}${names.length === 0 ? '' : `. Branches are: ${names.join(', ')}`}`,
  ambiguous: (name: string) => `Several branches have the git branch ${name}; give the name of one`,
  failed: (name: string, reason: string) => `The branch ${name} could not be made: ${reason}`,
  deleted: (name: string) => `The branch ${name} is deleted`,
  endsAt: (moment: string) => `until ${moment}`,
} as const
