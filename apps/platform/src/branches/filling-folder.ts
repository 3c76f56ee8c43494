/** Where a branch is made, in the data directory. The next start of the program deletes it. */
export const FILLING_FOLDER = 'restoring'
