// A view zone of Monaco: an element of the page between two lines, which moves the lines below down.
import type { editor } from 'monaco-editor/editor/editor.api'

import { INLINE_LINE_PX, inlineLines } from '@basedeck/core/rules'
import type { EditorText } from './editor-text.js'
import { positionIn } from './monaco-text.js'
import type { Monaco } from './monaco.js'

/**
 * Opens it above the line of the offset, as high as its content, in whole lines; its first field has the focus. Returns how
 * to close it.
 */
export function openZone(monaco: Monaco, text: EditorText, offset: number, element: HTMLElement): () => void {
  element.style.position = 'absolute'
  const zone: editor.IViewZone = {
    afterLineNumber: positionIn(monaco, text, offset).lineNumber - 1,
    heightInPx: inlineLines(0) * INLINE_LINE_PX,
    domNode: document.createElement('div'),
    onDomNodeTop: (top) => {
      element.style.top = `${top}px`
    },
  }
  let id = ''
  monaco.changeViewZones((zones) => {
    id = zones.addZone(zone)
  })
  const widget: editor.IOverlayWidget = {
    getId: () => `basedeck-zone-${id}`,
    getDomNode: () => element,
    getPosition: () => null,
  }
  monaco.addOverlayWidget(widget)
  element.querySelector<HTMLElement>('textarea, input')?.focus({ preventScroll: true })
  const widen = () => {
    const { contentLeft, contentWidth, verticalScrollbarWidth } = monaco.getLayoutInfo()
    element.style.left = `${contentLeft}px`
    element.style.width = `${contentWidth - verticalScrollbarWidth}px`
  }
  widen()
  const following = monaco.onDidLayoutChange(widen)
  const measure = new ResizeObserver(() => {
    const height = inlineLines(element.firstElementChild?.scrollHeight ?? 0) * INLINE_LINE_PX
    if (height === zone.heightInPx) return
    zone.heightInPx = height
    monaco.changeViewZones((zones) => zones.layoutZone(id))
  })
  measure.observe(element)
  return () => {
    measure.disconnect()
    following.dispose()
    if (!monaco.getModel()) return
    monaco.removeOverlayWidget(widget)
    monaco.changeViewZones((zones) => zones.removeZone(id))
  }
}
