// The editor in Basedeck's colours: Monaco's themes, read from the design tokens of the editor's element.
import { editor } from 'monaco-editor/editor/editor.api'

import { hexOfOklch, withOpacity } from './oklch.js'

/** Token names by Monaco's colour ids; a number after the name is an opacity. */
const COLORS: Record<string, string> = {
  foreground: '--text',
  focusBorder: '--accent',
  'editor.background': '--surface',
  'editor.foreground': '--text',
  'editor.lineHighlightBackground': '--accent-soft 0.45',
  'editor.lineHighlightBorder': '--surface 0',
  'editor.selectionBackground': '--select',
  'editor.inactiveSelectionBackground': '--select 0.6',
  'editor.selectionHighlightBackground': '--select 0.5',
  'editor.findMatchBackground': '--accent-soft',
  'editor.findMatchBorder': '--accent',
  'editor.rangeHighlightBackground': '--accent-soft 0.45',
  'editor.findMatchHighlightBackground': '--warning-soft',
  'editorLineNumber.foreground': '--text-3',
  'editorLineNumber.activeForeground': '--text-3',
  'editorCursor.foreground': '--accent',
  'editorWhitespace.foreground': '--line-strong',
  'editorIndentGuide.background1': '--line',
  'editorIndentGuide.activeBackground1': '--line-strong',
  'editorBracketMatch.background': '--surface-3',
  'editorBracketMatch.border': '--line-strong',
  'editorError.foreground': '--danger',
  'editorWarning.foreground': '--warning',
  'editorOverviewRuler.border': '--surface 0',
  'editorOverviewRuler.errorForeground': '--danger',
  'diffEditor.insertedLineBackground': '--success-soft',
  'diffEditor.removedLineBackground': '--danger-soft',
  'diffEditor.insertedTextBackground': '--success-soft',
  'diffEditor.removedTextBackground': '--danger-soft',
  'editorWidget.background': '--surface',
  'editorWidget.foreground': '--text',
  'editorWidget.border': '--line-strong',
  'editorHoverWidget.background': '--surface',
  'editorHoverWidget.foreground': '--text',
  'editorHoverWidget.border': '--line-strong',
  'editorSuggestWidget.background': '--surface',
  'editorSuggestWidget.foreground': '--text',
  'editorSuggestWidget.border': '--line-strong',
  'editorSuggestWidget.highlightForeground': '--accent',
  'editorSuggestWidget.focusHighlightForeground': '--accent',
  'editorSuggestWidget.selectedBackground': '--accent-soft',
  'editorSuggestWidget.selectedForeground': '--text',
  'editorSuggestWidget.selectedIconForeground': '--text',
  'list.hoverBackground': '--surface-2',
  'list.activeSelectionBackground': '--accent-soft',
  'list.activeSelectionForeground': '--text',
  'list.focusBackground': '--accent-soft',
  'list.focusForeground': '--text',
  'list.highlightForeground': '--accent',
  'input.background': '--bg',
  'input.foreground': '--text',
  'input.border': '--line',
  'input.placeholderForeground': '--text-3',
  'inputOption.activeBackground': '--accent-soft',
  'inputOption.activeForeground': '--accent',
  'inputOption.activeBorder': '--accent-line',
  'icon.foreground': '--text-2',
  errorForeground: '--danger',
  'scrollbar.shadow': '--line',
  'scrollbarSlider.background': '--text-3 0.25',
  'scrollbarSlider.hoverBackground': '--text-3 0.4',
  'scrollbarSlider.activeBackground': '--text-3 0.5',
  'widget.shadow': '--line 0',
}

const WORDS: Record<string, string> = {
  '': '--text',
  identifier: '--text',
  delimiter: '--text',
  operator: '--text',
  keyword: '--code-keyword',
  predefined: '--code-function',
  type: '--code-function',
  string: '--code-string',
  regexp: '--code-string',
  number: '--code-number',
  comment: '--code-comment',
}

/** Gives every editor of the page the colours that the tokens have at the element now. */
export function applyTheme(element: Element, theme: 'light' | 'dark'): void {
  const tokens = getComputedStyle(element)
  const colors = entriesOf(COLORS, tokens)
  const rules = entriesOf(WORDS, tokens).map(([token, hex]) => ({ token, foreground: hex.slice(1) }))
  editor.defineTheme(`basedeck-${theme}`, {
    base: theme === 'dark' ? 'vs-dark' : 'vs',
    // Monaco's own rules have longer names, such as `type.identifier` and `string.sql`, and would win.
    inherit: false,
    colors: Object.fromEntries(colors),
    rules,
  })
  editor.setTheme(`basedeck-${theme}`)
}

/** Follows the tokens when the page's theme or contrast changes; returns how to stop. */
export function followTokens(apply: () => void): () => void {
  const observer = new MutationObserver(apply)
  observer.observe(document.documentElement, {
    attributeFilter: ['data-theme', 'data-contrast', 'class', 'style'],
  })
  return () => observer.disconnect()
}

function entriesOf(names: Record<string, string>, tokens: CSSStyleDeclaration): [string, string][] {
  return Object.entries(names).flatMap(([id, name]) => {
    const [token = '', opacity] = name.split(' ')
    const hex = hexOfOklch(tokens.getPropertyValue(token))
    if (!hex) return []
    return [[id, opacity ? withOpacity(hex, Number(opacity)) : hex]]
  })
}
