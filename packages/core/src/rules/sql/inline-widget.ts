/**
 * The AI's prompt within the text: when a key sends it, how high it is, and where its answer belongs after the text
 * around it has changed.
 * @rule ai.inline-widget  @spec §2, §5, §9
 */
import { statementAt } from '@basedeck/sql-guard'
import { changedRange } from './changed-range.js'

export const INLINE_MIN_LINES = 3
/** Pixels. */
export const INLINE_LINE_PX = 20

/** The lines of the text that the widget replaces. */
export function inlineLines(contentPx: number): number {
  return Math.max(INLINE_MIN_LINES, Math.ceil(contentPx / INLINE_LINE_PX))
}

export interface PromptKey {
  key: string
  shiftKey: boolean
  metaKey: boolean
  ctrlKey: boolean
  isComposing: boolean
}

/** Enter alone sends a prompt that is not blank, and only one at a time. */
export function submitsPrompt(press: PromptKey, prompt: string, isLoading: boolean): boolean {
  if (press.key !== 'Enter' || press.isComposing || press.shiftKey || press.metaKey || press.ctrlKey)
    return false
  return canSubmitPrompt(prompt, isLoading)
}

export function canSubmitPrompt(prompt: string, isLoading: boolean): boolean {
  return prompt.trim() !== '' && !isLoading
}

/** UTF-16 offsets; the end is exclusive. */
export interface EditRange {
  start: number
  end: number
}

/** The same range in the text as it is now; undefined when the change touched that text. */
export function movedRange(before: string, now: string, { start, end }: EditRange): EditRange | undefined {
  const change = changedRange(before, now)
  const delta = now.length - before.length
  if (change.end <= start) return { start: start + delta, end: end + delta }
  if (change.start >= end) return { start, end }
  return undefined
}

/** The inserted text with blanks around it where a word would run into its neighbour. */
export function separated(before: string, inserted: string, after: string): string {
  const gapBefore = isWord(before.at(-1)) && isWord(inserted[0]) ? ' ' : ''
  const gapAfter = isWord(inserted.at(-1)) && isWord(after[0]) ? ' ' : ''
  return gapBefore + inserted + gapAfter
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_$"']/u.test(character)
}

/** The range that the AI changes: the selection, or the statement around the cursor. Outside any statement it is empty, at the cursor. */
export function rangeToEdit(text: string, range: EditRange): EditRange {
  if (range.start !== range.end) return range
  const statement = statementAt(text, range.start)
  if (!statement || range.start < statement.start || range.start > statement.end) return range
  return { start: statement.start, end: statement.end }
}
