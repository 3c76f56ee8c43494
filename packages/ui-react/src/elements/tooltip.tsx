/**
 * A tooltip for the pointer and for keyboard focus. Its popup's file is loaded when it is first needed;
 * the control stays the same element meanwhile, so that it keeps the focus.
 */
import {
  cloneElement,
  useId,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type SyntheticEvent,
} from 'react'
import { lazyComponent } from '../bind/lazy-component.js'
import { useDelay } from '../bind/use-delay.js'
import type { TooltipSide } from './tooltip-popup.js'

const TooltipPopup = lazyComponent(async () => (await import('./tooltip-popup.js')).TooltipPopup)

/** Milliseconds of hovering before it shows. SPEC §9. */
const DELAY_MS = 75
/** Milliseconds that the pointer may take from the control to the popup. */
const GRACE_MS = 120

export interface TooltipProps {
  text: string
  side?: TooltipSide
  /** The control it explains; takes the hover and the focus. */
  children: ReactElement
}

type Handlers = Partial<Record<string, unknown>>

export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const delay = useDelay()
  const id = useId()
  const soon = (ms: number, next: Element | null) => delay.after(ms, () => setAnchor(next))
  const atOnce = (next: Element | null) => {
    delay.stop()
    setAnchor(next)
  }
  const props = children.props as Handlers & { 'aria-label'?: string }
  const trigger = cloneElement(children as ReactElement<Handlers>, {
    onPointerEnter: both(props['onPointerEnter'], (event: PointerEvent) => {
      if (event.pointerType === 'mouse') soon(DELAY_MS, event.currentTarget)
    }),
    onPointerLeave: both(props['onPointerLeave'], () => soon(GRACE_MS, null)),
    onPointerDown: both(props['onPointerDown'], () => atOnce(null)),
    onFocus: both(props['onFocus'], (event: FocusEvent) => {
      if (event.currentTarget.matches(':focus-visible')) atOnce(event.currentTarget)
    }),
    onBlur: both(props['onBlur'], () => atOnce(null)),
    // Its accessible name is the same text.
    ...(anchor === null || props['aria-label'] === text ? {} : { 'aria-describedby': id }),
  })
  return (
    <>
      {trigger}
      {anchor && (
        <TooltipPopup
          id={id}
          anchor={anchor}
          side={side}
          text={text}
          onEnter={delay.stop}
          onClose={() => atOnce(null)}
        />
      )}
    </>
  )
}

/** The control's own handler, then this one. */
function both<Event extends SyntheticEvent>(own: unknown, also: (event: Event) => void) {
  return (event: Event) => {
    if (typeof own === 'function') (own as (event: Event) => void)(event)
    also(event)
  }
}
