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
import { isMovedTo } from '../bind/key-before-focus.js'
import { lazyComponent } from '../bind/lazy-component.js'
import { useDelay } from '../bind/use-delay.js'
import type { TooltipSide } from './tooltip-popup.js'

const TooltipPopup = lazyComponent(async () => (await import('./tooltip-popup.js')).TooltipPopup)

/** Milliseconds of hovering before it shows. SPEC §9. */
const DELAY_MS = 75

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
  const atOnce = (next: Element | null) => {
    delay.stop()
    setAnchor(next)
  }
  const close = () => atOnce(null)
  const props = children.props as Handlers & { 'aria-label'?: string }
  const trigger = cloneElement(children as ReactElement<Handlers>, {
    onPointerEnter: both(props['onPointerEnter'], (event: PointerEvent) => {
      const { currentTarget } = event
      if (event.pointerType === 'mouse') delay.after(DELAY_MS, () => setAnchor(currentTarget))
    }),
    onPointerLeave: both(props['onPointerLeave'], close),
    onPointerDown: both(props['onPointerDown'], close),
    onFocus: both(props['onFocus'], (event: FocusEvent) => {
      if (isMovedTo(event.currentTarget)) atOnce(event.currentTarget)
    }),
    onBlur: both(props['onBlur'], close),
    // Its accessible name is the same text.
    ...(anchor === null || props['aria-label'] === text ? {} : { 'aria-describedby': id }),
  })
  return (
    <>
      {trigger}
      {anchor && <TooltipPopup id={id} anchor={anchor} side={side} text={text} onClose={close} />}
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
