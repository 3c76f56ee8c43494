/** What the server says about merges of branches. */
export const mergeText = {
  notComparable: (reason: string) => `The branch can’t be compared with its parent: ${reason}`,
  needs: (name: string, others: readonly string[]) =>
    `${name} needs ${others.join(', ')}, which ${others.length === 1 ? 'is' : 'are'} not chosen`,
  unknown: (id: string) => `The branch has no change ${id}`,
  nothing: 'Nothing is chosen',
  name: (branch: string) => `merge of ${branch}`.slice(0, 200),
  undoName: (version: string) => `undo of ${version}`,
  takenBack: 'What had run before it was taken back.',
  notTakenBack: 'What ran before it could not be taken back; the comparison shows what is left.',
  alreadyUndone: 'This merge was taken back already',
  noUndo: 'No SQL takes this merge back',
  holdsRows: (names: readonly string[]) =>
    `Taking the merge back would lose what is in ${names.join(', ')} by now`,
  noTable: (name: string, where: 'parent' | 'branch') => `The ${where} has no table ${name}`,
  noKey: (name: string) => `${name} has no primary key, so its rows can’t be told apart`,
  otherKey: (name: string) => `${name} has another primary key in the branch than in the parent`,
  otherType: (column: string) => `The key column ${column} has another type in the branch than in the parent`,
}
