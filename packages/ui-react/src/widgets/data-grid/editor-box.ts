// Where the field over an edited cell lies.
import { useLayoutEffect, useState, type CSSProperties } from 'react'

/** Pixels to the edges of the window, and at least so wide. */
const MARGIN = 8
const MIN_WIDTH = 260
/** Of a field with a list of rows and the buttons below it. */
const LISTED_HEIGHT = 290

/** The editor lies over its cell, also while the grid scrolls. A list grows upwards where there is no room below. */
export function useEditorBox(anchor: Element, isListed: boolean) {
  const [box, setBox] = useState(() => boxOf(anchor, isListed))
  useLayoutEffect(() => {
    const follow = () => setBox(boxOf(anchor, isListed))
    follow()
    window.addEventListener('scroll', follow, true)
    window.addEventListener('resize', follow)
    return () => {
      window.removeEventListener('scroll', follow, true)
      window.removeEventListener('resize', follow)
    }
  }, [anchor, isListed])
  return box
}

function boxOf(anchor: Element, isListed: boolean): CSSProperties {
  const { left, top, bottom, width } = anchor.getBoundingClientRect()
  const wanted = Math.min(window.innerWidth - 2 * MARGIN, Math.max(width, MIN_WIDTH))
  const across = {
    left: Math.max(MARGIN, Math.min(left, window.innerWidth - MARGIN - wanted)),
    width: wanted,
  }
  const growsUp = isListed && window.innerHeight - top < LISTED_HEIGHT && top > window.innerHeight / 2
  return growsUp
    ? { ...across, bottom: window.innerHeight - bottom, flexDirection: 'column-reverse' }
    : { ...across, top }
}
