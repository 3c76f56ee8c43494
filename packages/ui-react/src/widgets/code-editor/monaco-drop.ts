// Names that are dragged into the text: inserted where they are dropped, as one undo step.
import { Range } from 'monaco-editor/editor/editor.api'
import { NAME_TYPE } from '../../elements/dragged-name.js'
import type { Monaco } from './monaco.js'

/** Returns how to stop. */
export function takeDroppedNames(box: HTMLElement, monaco: Monaco): () => void {
  const over = (event: DragEvent) => {
    const position = event.dataTransfer?.types.includes(NAME_TYPE) ? positionOf(monaco, event) : undefined
    if (!position) return
    event.preventDefault()
    monaco.setPosition(position)
    monaco.focus()
  }
  const drop = (event: DragEvent) => {
    const name = event.dataTransfer?.getData(NAME_TYPE) ?? ''
    const position = name === '' ? undefined : positionOf(monaco, event)
    if (!position) return
    event.preventDefault()
    event.stopPropagation()
    const { lineNumber, column } = position
    monaco.pushUndoStop()
    monaco.executeEdits('basedeck', [
      { range: new Range(lineNumber, column, lineNumber, column), text: name, forceMoveMarkers: true },
    ])
    monaco.pushUndoStop()
    monaco.setPosition({ lineNumber, column: column + name.length })
    monaco.focus()
  }
  box.addEventListener('dragover', over)
  box.addEventListener('drop', drop)
  return () => {
    box.removeEventListener('dragover', over)
    box.removeEventListener('drop', drop)
  }
}

function positionOf(monaco: Monaco, { clientX, clientY }: DragEvent) {
  return monaco.getTargetAtClientPoint(clientX, clientY)?.position ?? undefined
}
