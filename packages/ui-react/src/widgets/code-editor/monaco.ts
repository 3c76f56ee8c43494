// The parts of Monaco that Basedeck uses, bundled with the page: no part comes from a CDN.
import { editor, KeyCode, KeyMod } from 'monaco-editor/editor/editor.api'
// oxlint-disable-next-line import/default -- the bundler makes the default export of a `?worker`
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'

import 'monaco-editor/editor/contrib/suggest/browser/suggestController'
import 'monaco-editor/features/bracketMatching/register'
import 'monaco-editor/features/clipboard/register'
import 'monaco-editor/features/codeEditor/register'
import 'monaco-editor/features/codicon/register'
import 'monaco-editor/features/comment/register'
import 'monaco-editor/features/find/register'
import 'monaco-editor/features/hover/register'
import 'monaco-editor/features/linesOperations/register'
import 'monaco-editor/features/multicursor/register'
import 'monaco-editor/features/parameterHints/register'
import 'monaco-editor/features/snippet/register'
// Without it the Tab key could not leave the editor.
import 'monaco-editor/features/toggleTabFocusMode/register'
import 'monaco-editor/features/wordOperations/register'
import './monaco-signs.css'
import type { EditorLanguage } from './editor-props.js'
import { typescriptWorker } from './known-types.js'
import { JSON_TEXT, TYPESCRIPT } from './function-languages.js'
import { SQL } from './sql-language.js'

globalThis.MonacoEnvironment = {
  getWorker: (_, label) => (label === TYPESCRIPT ? typescriptWorker() : new EditorWorker()),
}

// Mod+I is the assistant's, here as anywhere; Ctrl+Space asks for the list.
editor.addKeybindingRule({
  keybinding: KeyMod.CtrlCmd | KeyCode.KeyI,
  command: '-editor.action.triggerSuggest',
})

const FONT = "'JetBrains Mono Variable', ui-monospace, SFMono-Regular, Menlo, monospace"

/** Monaco's name for one editor on the page. */
export type Monaco = editor.IStandaloneCodeEditor

const LANGUAGE_IDS: Readonly<Record<EditorLanguage, string>> = {
  sql: SQL,
  typescript: TYPESCRIPT,
  json: JSON_TEXT,
  plain: 'plaintext',
}

/** Opens an editor in the element. The caller disposes it and its model. */
export function openMonaco(
  element: HTMLElement,
  label: string,
  text: string,
  language: EditorLanguage = 'sql',
): Monaco {
  const model = editor.createModel(text, LANGUAGE_IDS[language])
  const opened = editor.create(element, { ...OPTIONS, ariaLabel: label, model })
  model.updateOptions(TEXT_OPTIONS)
  measureWhenLoaded()
  return opened
}

/** Shows the diff of two texts in the element; returns how to remove it. */
export function openDiff(element: HTMLElement, label: string, before: string, after: string): () => void {
  const models = { original: editor.createModel(before, SQL), modified: editor.createModel(after, SQL) }
  const opened = editor.createDiffEditor(element, {
    ...OPTIONS,
    originalEditable: false,
    readOnly: true,
    renderSideBySide: false,
    renderOverviewRuler: false,
    renderMarginRevertIcon: false,
  })
  opened.setModel(models)
  for (const side of [opened.getOriginalEditor(), opened.getModifiedEditor()])
    side.updateOptions({ ariaLabel: label })
  return () => {
    opened.dispose()
    models.original.dispose()
    models.modified.dispose()
  }
}

const TEXT_OPTIONS: editor.ITextModelUpdateOptions = {
  bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
}

const OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  // A rule decides on Enter and Tab before they arrive here; a blank never accepts a suggestion.
  acceptSuggestionOnCommitCharacter: false,
  acceptSuggestionOnEnter: 'on',
  accessibilitySupport: 'auto',
  // The closing bracket would be there twice when the editor inserts it on another line and the user types it.
  autoClosingBrackets: 'never',
  automaticLayout: true,
  detectIndentation: false,
  // The newer input of Chromium is an element without size: neither touch tools nor tests can reach it.
  editContext: false,
  fixedOverflowWidgets: true,
  find: { addExtraSpaceOnTop: false },
  folding: false,
  fontFamily: FONT,
  fontLigatures: false,
  fontSize: 13,
  glyphMargin: false,
  guides: { indentation: false },
  hideCursorInOverviewRuler: true,
  hover: { above: false, delay: 200 },
  insertSpaces: true,
  lineDecorationsWidth: 13,
  lineHeight: 20,
  lineNumbersMinChars: 4,
  links: false,
  minimap: { enabled: false },
  occurrencesHighlight: 'off',
  overviewRulerBorder: false,
  overviewRulerLanes: 1,
  padding: { top: 10, bottom: 10 },
  quickSuggestions: { other: 'on', comments: 'off', strings: 'off' },
  renderFinalNewline: 'on',
  renderLineHighlight: 'all',
  scrollbar: { horizontalScrollbarSize: 10, verticalScrollbarSize: 10, useShadows: false },
  scrollBeyondLastLine: false,
  stickyScroll: { enabled: false },
  tabSize: 2,
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false, nonBasicASCII: false },
  wordBasedSuggestions: 'off',
}

/** Monaco measures the font once; measured before the font has arrived, the cursor is drawn beside the text. */
function measureWhenLoaded(): void {
  document.fonts.load(`13px ${FONT}`).then(
    () => editor.remeasureFonts(),
    (cause: unknown) => console.warn('The code font could not be loaded.', cause),
  )
}
