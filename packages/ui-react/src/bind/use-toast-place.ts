/** Measures where the toasts cover nothing that is used or read; while they are shown the page changes below them. */
import { toastPlace, type WindowBox, type ToastPlace } from '@basedeck/core/rules'
import { useEffect, useEffectEvent, useState } from 'react'

/** What a toast must not cover. */
const TAKEN = [
  'button',
  'a[href]',
  'input',
  'select',
  'textarea',
  'footer',
  ...['dialog', 'alertdialog', 'menu', 'listbox', 'alert', 'tab'].map((role) => `[role=${role}]`),
  '[data-covers]',
].join()
/** Milliseconds between two looks at the page. */
const LOOK_MS = 250
/** Pixels by which each toast behind the first one looks out. */
const BEHIND = 14

const CORNER: ToastPlace = { right: 16, bottom: 16 }

/**
 * @param region contains the toasts
 * @param count how many there are
 */
export function useToastPlace(region: HTMLElement | null, count: number): ToastPlace {
  const [place, setPlace] = useState<ToastPlace | null>(null)
  const isShown = count > 0
  const look = useEffectEvent((isFirst: boolean) => {
    const first = region?.querySelector<HTMLElement>('[data-sonner-toast][data-front=true]')
    // Under the pointer nothing moves.
    if (!region || !first || (!isFirst && region.matches(':has([data-sonner-toast]:hover)'))) return
    const behind = Math.min(count, 4) - 1
    const size = { width: first.offsetWidth, height: first.offsetHeight + behind * BEHIND }
    const window = { width: innerWidth, height: innerHeight }
    const next = toastPlace({ window, size, taken: takenBeside(region) }, isFirst ? null : place)
    if (next.right !== place?.right || next.bottom !== place.bottom) setPlace(next)
  })
  useEffect(() => {
    if (!isShown) return undefined
    // The toast is in the document then.
    const frame = requestAnimationFrame(() => look(true))
    const timer = setInterval(() => look(false), LOOK_MS)
    return () => {
      cancelAnimationFrame(frame)
      clearInterval(timer)
    }
  }, [isShown])
  return place ?? CORNER
}

function takenBeside(region: HTMLElement): WindowBox[] {
  return [...document.querySelectorAll<HTMLElement>(TAKEN)]
    .filter((element) => !region.contains(element) && element.checkVisibility({ visibilityProperty: true }))
    .map((element) => element.getBoundingClientRect())
}
