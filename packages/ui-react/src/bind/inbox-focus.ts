/** Moves the focus between the rows of the inbox. */

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, last) => Math.min(at + 1, last),
  PageUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
}

/** Enter on a row follows its first link. @returns whether the key meant something here */
export function focusByKey(list: HTMLElement, key: string): boolean {
  const active = document.activeElement
  const own = active?.closest<HTMLElement>('[data-row]')
  if (!own) return false
  if (key === 'Enter') {
    if (active !== own) return false
    own.querySelector<HTMLElement>('[data-links] a')?.click()
    return true
  }
  const rows = rowsOf(list)
  const step = STEPS[key]
  if (!step) return false
  rows[step(rows.indexOf(own), rows.length - 1)]?.focus()
  return true
}

/** The row of an element is about to leave: the next one gets the focus, else the one before, else the tab. */
export function focusBeside(element: Element): void {
  const own = element.closest<HTMLElement>('[data-row]')
  const list = own?.closest<HTMLElement>('ul')
  if (!own || !list) return
  const rows = rowsOf(list)
  const at = rows.indexOf(own)
  const tab = list
    .closest('[role="dialog"]')
    ?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
  const next = rows[at + 1] ?? rows[at - 1] ?? tab
  next?.focus()
}

function rowsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-row]')]
}

/** The row that an element belongs to. */
export function rowIdOf(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-row]')?.dataset['row']
}
