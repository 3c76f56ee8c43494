/** A screen, or a part of one, declares which members of the context it uses. This says which files don't, and how. */

/** Files of core's screens whose parameters may be the whole `ScreenContext`, each with the reason. */
export const WHOLE_CONTEXT = {
  'context.ts': 'It states the context.',
  'page.ts': 'It hands the context to every page of the lists.',
  'shell.ts': 'The frame makes menus, pickers and panels, which together use most members.',
  'shell/beside-page.ts': 'The panels beside the page together use most members.',
}

/**
 * What is wrong, each as a sentence.
 * @param file its path inside `screens`
 */
export function needsProblems(file, text) {
  if (file.endsWith('.test.ts')) return []
  const takesWhole = /(?:[:<]|\bkeyof)\s*ScreenContext\b(?!\s*\[)/.test(text)
  const isListed = file in WHOLE_CONTEXT
  if (takesWhole === isListed) return []
  return [
    isListed
      ? `screens/${file} is listed in WHOLE_CONTEXT and doesn't use the whole context`
      : `screens/${file} uses the whole ScreenContext: declare the members that it uses, Needs<'client' | 'queries'>`,
  ]
}
