/**
 * F6 and Shift+F6 go round the panes of the page: elements with `data-pane`, of which `main` is what the page is for, else `content`. A pane gets
 * the focus where it had it last, else at its `data-pane-start`, else at its first stop of the Tab key.
 */
import { paneAfter, paneStep } from '@basedeck/core/rules'
import { useEffect } from 'react'
import { noteKeys } from './key-before-focus.js'

const PANE = '[data-pane]'
const STOPS = 'a[href], button, input, select, textarea, [tabindex]:not([role=separator]), [contenteditable]'
/** They keep the focus until they are closed. */
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

export function usePanes(): void {
  useEffect(() => {
    noteKeys()
    const last = new WeakMap<Element, HTMLElement>()
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      const pane = target.closest(PANE)
      if (pane) last.set(pane, target)
    }
    const press = (event: KeyboardEvent) => {
      const step = paneStep(event)
      const { activeElement } = document
      if (step === undefined || event.defaultPrevented || activeElement?.closest(OVERLAYS)) return
      event.preventDefault()
      event.stopPropagation()
      const panes = [...document.querySelectorAll<HTMLElement>(PANE)].flatMap((pane) => {
        const start = startOf(pane, last.get(pane))
        return start ? [{ pane, start, isMain: pane === mainPane() }] : []
      })
      if (panes.length === 0) return
      const at = panes.findIndex(({ pane }) => pane === activeElement?.closest(PANE))
      // The content itself has the focus when what had it is gone.
      const isNowhere = at === -1 || activeElement === panes[at]?.pane
      panes[paneAfter(panes, isNowhere ? -1 : at, step)]?.start.focus()
    }
    addEventListener('focusin', note, true)
    addEventListener('keydown', press, true)
    return () => {
      removeEventListener('focusin', note, true)
      removeEventListener('keydown', press, true)
    }
  }, [])
}

/** Where the focus goes in a pane; undefined: it has no stop of its own. */
function startOf(pane: HTMLElement, last: HTMLElement | undefined): HTMLElement | undefined {
  if (last && isStop(last, pane)) return last
  const start = pane.querySelector<HTMLElement>('[data-pane-start]')
  const own = (within: HTMLElement) =>
    [...within.querySelectorAll<HTMLElement>(STOPS)].find((stop) => isStop(stop, pane))
  // A message in the place of the rows has nothing to press.
  const whole = pane.hasAttribute('tabindex') && !pane.querySelector(PANE) ? pane : undefined
  return (start && own(start)) ?? own(pane) ?? whole
}

function isStop(element: HTMLElement, pane: HTMLElement): boolean {
  if (element.closest(PANE) !== pane || element.tabIndex < 0 || element.matches(':disabled')) return false
  return element.checkVisibility({ visibilityProperty: true })
}

/** Moves the focus into what the page is for, as F6 does. @returns whether there was a stop */
export function focusMainPane(): boolean {
  const pane = mainPane()
  const start = pane ? startOf(pane, undefined) : undefined
  start?.focus()
  return start !== undefined
}

/** On a page without such a part it is the whole content. */
function mainPane(): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>('[data-pane=main]') ?? document.querySelector('[data-pane=content]')
  )
}
