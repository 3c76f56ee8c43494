/** Which rows of a long list are in view. It draws again when these change. */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core'
import { useLayoutEffect, useReducer, useState } from 'react'

type Options = Omit<
  VirtualizerOptions<Element, Element>,
  'scrollToFn' | 'observeElementRect' | 'observeElementOffset' | 'onChange'
>

export function useVirtualizer(options: Options): Virtualizer<Element, Element> {
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const all: VirtualizerOptions<Element, Element> = {
    ...options,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: draw,
  }
  const [virtualizer] = useState(() => new Virtualizer(all))
  virtualizer.setOptions(all)
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer])
  useLayoutEffect(() => virtualizer._willUpdate())
  return virtualizer
}
