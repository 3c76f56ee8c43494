/** How a change of the code that no test can notice is written down, and the reasons that several have. */

export const ANY_TEXT = '"Stryker was here!"'
export const ANY_LIST = '["Stryker was here"]'

/** The types allow it to be missing, and it never is. */
export const NEVER_MISSING = 'the types allow it to be missing, and it never is'
export const SHORTCUT = 'a shortcut: without it the outcome is the same'
export const NOTHING_TO_END = 'without it there is nothing to end: the types have to be told'

export const NO_TIME = 'neither text is a time'

/**
 * A change is known by its file, the line it is in (without its indentation), what is replaced (up to the end of that
 * line), and by what.
 * @param folder of the file, from the root
 * @returns `of(file, line, reason, ...changes)`: `file` without its ending; changes are pairs of what is replaced, and by
 *   what
 */
export const entriesIn =
  (folder) =>
  (file, line, reason, ...changes) =>
    changes.map(([from, to]) => ({ file: `${folder}/${file}.ts`, line, from, to, reason }))
