/**
 * Makes a list, a toolbar or a row of tabs one stop of the Tab key: arrows, Home and End go from control to control, and Tab comes
 * back to the one that had the focus last. Fields are stops of their own, since arrows move their cursor. A list of choices in a
 * table is no stop of its own: arrows go on to the next control instead of changing its value, and Space or Enter opens it.
 */
import { arrowTarget, type RovingAxis } from '@basedeck/core/rules'
import { useState, type RefCallback } from 'react'

const CONTROLS = 'a[href], button:not(:disabled), [role=switch], [role=checkbox], td select:not(:disabled)'
const ROWS = 'li, tr'

/** @returns the ref of the element that contains the controls */
export function useRoving<Some extends HTMLElement>(axis: RovingAxis): RefCallback<Some> {
  const [attach] = useState(() => (container: Some | null) => {
    if (!container) return undefined
    return rove(container, axis)
  })
  return attach
}

/** @returns how to stop it */
function rove(container: HTMLElement, axis: RovingAxis): () => void {
  let last: HTMLElement | null = null
  const controls = () => [...container.querySelectorAll<HTMLElement>(CONTROLS)]

  const setStops = () => {
    const all = controls()
    const stop =
      (last && all.includes(last) ? last : null) ?? all.find(isCurrent) ?? all.find(isShown) ?? all[0]
    for (const control of all) {
      const tabIndex = control === stop ? 0 : -1
      if (control.tabIndex !== tabIndex || !control.hasAttribute('tabindex')) control.tabIndex = tabIndex
    }
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !target.matches(CONTROLS)) return
    last = target
    setStops()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event
    if (defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return
    if (!(target instanceof HTMLElement) || !target.matches(CONTROLS)) return
    if (target instanceof HTMLSelectElement && key === 'Enter') return target.showPicker()
    const rows = rowsOf(controls().filter(isShown), container)
    const row = rows.findIndex((others) => others.includes(target))
    if (row === -1) return
    const control = rows[row]?.indexOf(target) ?? 0
    const lengths = rows.map(({ length }) => length)
    const next = arrowTarget(key, { row, control }, lengths, axis)
    if (!next) return
    event.preventDefault()
    rows[next.row]?.[next.control]?.focus()
  }
  const observer = new MutationObserver((changes) => {
    // Another page was opened from elsewhere: its link is the stop.
    const isElsewhere = !container.contains(document.activeElement)
    if (isElsewhere && changes.some(({ attributeName }) => attributeName === 'aria-current')) last = null
    setStops()
  })
  observer.observe(container, {
    subtree: true,
    childList: true,
    attributeFilter: ['aria-current', 'disabled', 'href', 'tabindex'],
  })
  container.addEventListener('focusin', onFocus)
  container.addEventListener('keydown', onKeyDown)
  setStops()
  return () => {
    observer.disconnect()
    container.removeEventListener('focusin', onFocus)
    container.removeEventListener('keydown', onKeyDown)
  }
}

/** Controls of one entry of a list are a row; elsewhere each is a row of its own. */
function rowsOf(controls: readonly HTMLElement[], container: HTMLElement): HTMLElement[][] {
  const rows = new Map<Element, HTMLElement[]>()
  for (const control of controls) {
    const entry = control.closest(ROWS)
    const row = entry && container.contains(entry) && entry !== container ? entry : control
    rows.set(row, [...(rows.get(row) ?? []), control])
  }
  return [...rows.values()]
}

function isCurrent(control: HTMLElement): boolean {
  return control.hasAttribute('aria-current') && isShown(control)
}

function isShown(control: HTMLElement): boolean {
  return control.checkVisibility({ visibilityProperty: true })
}
