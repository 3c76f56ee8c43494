// Completion, hover and formatting in Monaco: it asks, the help answers, and the editor shows the answer.
import { languages } from 'monaco-editor/editor/editor.api'
import type { editor, IPosition, IRange } from 'monaco-editor/editor/editor.api'

import type { Suggestion } from '@basedeck/core/rules'
import type { EditorHelp, DeferredEditorHelp } from './editor-help.js'
import type { EditorText } from './editor-text.js'
import { lineEndOf, withLineEnd } from './line-ends.js'
import { asMarkdown } from './monaco-marks.js'
import { offsetIn, positionIn, selectionIn } from './monaco-text.js'
import type { Monaco } from './monaco.js'
import { SQL } from './sql-language.js'

interface Helped {
  help: EditorHelp
  monaco: Monaco
  text: EditorText
}

/** Monaco's providers are global; this finds the help of one editor. */
const helped = new WeakMap<editor.ITextModel, Helped>()

/** Gives an editor its help once that has loaded; returns how to detach it. */
export function attachHelp(monaco: Monaco, text: EditorText, late: DeferredEditorHelp): () => void {
  const model = monaco.getModel()
  if (!model) return () => {}
  const following = followTypedWord(monaco)
  let stop = () => {}
  let isWanted = true
  late.open().then(
    (help) => {
      if (!isWanted) return
      helped.set(model, { help, monaco, text })
      const stops = [
        followText(monaco, text, help),
        guardTyping(monaco, text, help),
        help.onNames(() => askAgain(monaco)),
      ]
      askAgain(monaco)
      stop = () => stops.forEach((end) => end())
    },
    // Without help typing still works; the next editor tries again.
    (cause: unknown) => console.warn('The help of the code editor could not be loaded.', cause),
  )
  return () => {
    isWanted = false
    helped.delete(model)
    following()
    stop()
  }
}

function followText(monaco: Monaco, text: EditorText, help: EditorHelp): () => void {
  const look = () => {
    const position = monaco.hasTextFocus() ? monaco.getPosition() : null
    help.look(text.latest, position ? offsetIn(monaco, text, position) : undefined)
  }
  look()
  const listening = [
    monaco.onDidChangeModelContent(look),
    monaco.onDidChangeCursorPosition(look),
    monaco.onDidBlurEditorText(look),
  ]
  return () => listening.forEach((one) => one.dispose())
}

/** The keys that select a suggestion. */
const CHOOSING = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp'])

/** The version of the text in which a word was typed last; deleted once its list was closed. */
const typedWords = new WeakMap<Monaco, number>()

function followTypedWord(monaco: Monaco): () => void {
  const listening = monaco.onDidChangeModelContent(({ changes, versionId, isFlush }) => {
    const [change] = changes
    if (isFlush || changes.length !== 1 || !change) return
    if (/^[\p{L}\p{N}_."']$/u.test(change.text)) typedWords.set(monaco, versionId)
    // Monaco takes `on ` for the beginning of `on conflict`; for the user the word is complete.
    else if (change.text === ' ') closeSuggestions(monaco)
  })
  return () => listening.dispose()
}

/** The help or its names arrived after the word was typed: its suggestions are requested again. */
function askAgain(monaco: Monaco): void {
  const typed = typedWords.get(monaco)
  if (typed === undefined || typed !== monaco.getModel()?.getVersionId() || !monaco.hasTextFocus()) return
  // Monaco requests a list only where none is shown.
  monaco.trigger('basedeck', 'hideSuggestWidget', null)
  monaco.trigger('basedeck', 'editor.action.triggerSuggest', { auto: true })
}

/** Enter and Tab accept a suggestion that was selected or requested; any other one only where the rule allows it. */
function guardTyping(monaco: Monaco, text: EditorText, help: EditorHelp): () => void {
  let isChosen = false
  const listening = [
    monaco.onDidChangeModelContent(() => {
      isChosen = false
    }),
    monaco.onKeyDown(({ browserEvent: { key, ctrlKey, metaKey, altKey, shiftKey } }) => {
      const isBare = !ctrlKey && !metaKey && !altKey && !shiftKey
      if (CHOOSING.has(key) || (key === ' ' && (ctrlKey || metaKey))) isChosen = true
      if (isChosen || key === 'Escape') typedWords.delete(monaco)
      if (isChosen || !isBare || (key !== 'Enter' && key !== 'Tab')) return
      const position = monaco.getPosition()
      if (position && help.suggestionKey(text.latest, offsetIn(monaco, text, position), key) === 'type')
        closeSuggestions(monaco)
    }),
    monaco.onDidBlurEditorWidget(() => closeSuggestions(monaco)),
  ]
  return () => listening.forEach((one) => one.dispose())
}

/** Closes the list, and cancels a pending one. */
export function closeSuggestions(monaco: Monaco): void {
  typedWords.delete(monaco)
  monaco.trigger('basedeck', 'hideSuggestWidget', null)
}

/** Formats the selection, or the whole text, as one undo step. */
export async function formatIn(monaco: Monaco, text: EditorText, late: DeferredEditorHelp): Promise<void> {
  const help = await late.open()
  const position = monaco.getPosition()
  if (!monaco.getModel() || !position) return
  const before = text.latest
  const selected = selectionIn(monaco, text)
  const range = selected && { start: selected.offset, end: selected.offset + selected.text.length }
  const plan = await help.format(before, offsetIn(monaco, text, position), range)
  // The text has changed since the plan was made.
  if (!plan || !monaco.getModel() || text.latest !== before) return
  replaceIn(monaco, text, plan, plan.cursor)
}

/** Replaces a range by a text as one undo step. @param cursor its offset afterwards */
export function replaceIn(
  monaco: Monaco,
  text: EditorText,
  { start, end, text: replacement }: { start: number; end: number; text: string },
  cursor: number,
): void {
  const range = rangeOf(positionIn(monaco, text, start), positionIn(monaco, text, end))
  const before = text.latest.slice(0, start) + replacement
  monaco.pushUndoStop()
  monaco.executeEdits('basedeck', [
    { range, text: withLineEnd(replacement, lineEndOf(text.latest)), forceMoveMarkers: true },
  ])
  monaco.pushUndoStop()
  const lines = before.slice(0, cursor).split(/\r\n|\r|\n/)
  monaco.setPosition({ lineNumber: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 })
  monaco.revealPositionInCenterIfOutsideViewport(monaco.getPosition() ?? { lineNumber: 1, column: 1 })
}

function rangeOf(start: IPosition, end: IPosition): IRange {
  return {
    startLineNumber: start.lineNumber,
    startColumn: start.column,
    endLineNumber: end.lineNumber,
    endColumn: end.column,
  }
}

const { CompletionItemKind, CompletionItemInsertTextRule } = languages

const KINDS: Record<Suggestion['kind'], languages.CompletionItemKind> = {
  r: CompletionItemKind.Struct,
  p: CompletionItemKind.Struct,
  f: CompletionItemKind.Struct,
  v: CompletionItemKind.Interface,
  m: CompletionItemKind.Interface,
  query: CompletionItemKind.Struct,
  column: CompletionItemKind.Field,
  function: CompletionItemKind.Function,
  keyword: CompletionItemKind.Keyword,
  schema: CompletionItemKind.Module,
  type: CompletionItemKind.TypeParameter,
  alias: CompletionItemKind.Variable,
  role: CompletionItemKind.User,
  value: CompletionItemKind.EnumMember,
  condition: CompletionItemKind.Operator,
}

languages.registerCompletionItemProvider(SQL, {
  triggerCharacters: ['.', '"', "'"],
  provideCompletionItems(model, position) {
    const found = helped.get(model)
    if (!found) return { suggestions: [] }
    const { help, monaco, text } = found
    const { start, end, items } = help.complete(text.latest, offsetIn(monaco, text, position))
    const range = rangeOf(positionIn(monaco, text, start), positionIn(monaco, text, end))
    const hasBracket = text.latest[end] === '('
    return {
      // Each letter requests the best matches again: a catalogue may hold more than is offered.
      incomplete: true,
      suggestions: items.map((item, index) => ({
        kind: KINDS[item.kind],
        label: { label: item.label, description: item.detail },
        filterText: item.insert.startsWith('"') ? item.insert : item.label,
        sortText: String(index).padStart(4, '0'),
        range,
        ...(item.comment === null ? {} : { documentation: item.comment }),
        ...(item.isCall && !hasBracket
          ? {
              insertText: `${item.insert.replace(/[\\$}]/g, '\\$&')}($0)`,
              insertTextRules: CompletionItemInsertTextRule.InsertAsSnippet,
              command: { id: 'editor.action.triggerParameterHints', title: '' },
            }
          : { insertText: item.insert }),
      })),
    }
  },
})

// One form at a time: with several, Monaco would take the arrow keys away from the text.
languages.registerSignatureHelpProvider(SQL, {
  signatureHelpTriggerCharacters: ['(', ','],
  provideSignatureHelp(model, position) {
    const found = helped.get(model)
    const shown = found?.help.signature(found.text.latest, offsetIn(found.monaco, found.text, position))
    if (!shown) return null
    const { code, parameters, parameter, notes } = shown
    const signature: languages.SignatureInformation = {
      label: code,
      documentation: { value: notes.map(asMarkdown).join('\n\n') },
      parameters: parameters.map(({ start, end }) => ({ label: [start, end] })),
    }
    return {
      value: { signatures: [signature], activeSignature: 0, activeParameter: parameter ?? parameters.length },
      dispose() {},
    }
  },
})

languages.registerHoverProvider(SQL, {
  provideHover(model, position) {
    const found = helped.get(model)
    if (!found) return null
    const { help, monaco, text } = found
    const hover = help.hover(text.latest, offsetIn(monaco, text, position))
    if (!hover) return null
    const { start, end, code, notes } = hover
    return {
      range: rangeOf(positionIn(monaco, text, start), positionIn(monaco, text, end)),
      contents: [
        { value: `\`\`\`${SQL}\n${code.replaceAll('`', '’')}\n\`\`\`` },
        ...notes.map((note) => ({ value: asMarkdown(note) })),
      ],
    }
  },
})
