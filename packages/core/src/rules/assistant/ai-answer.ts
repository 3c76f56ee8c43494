/**
 * What is taken from an AI's answer: the SQL without the prose around it, and a title that fits a tab. An answer is
 * always treated as text.
 * @rule ai.answer  @spec §5, §7
 */

/** Characters of a title, and of a description. */
export const TITLE_MAX = 80
/** The longest description of a query that is taken from an AI's answer, in characters. */
export const DESCRIPTION_MAX = 300

/** The SQL of an answer: the content of its code fences, or the whole answer. Empty: no SQL. */
export function sqlInAnswer(answer: string): string {
  const fenced = /```[^\n`]*\n([\s\S]*?)(?:\n?```|$)/.exec(answer)?.[1]
  return (fenced ?? answer).replace(/^\s*\n/, '').trimEnd()
}

/** The title of an answer: the requested JSON, or its first line. Undefined: no title. */
export function titleInAnswer(answer: string): { title: string; description: string } | undefined {
  const found = jsonIn(answer)
  const title = oneLine(typeof found?.['title'] === 'string' ? found['title'] : firstLine(answer), TITLE_MAX)
  if (title === '') return undefined
  const description = typeof found?.['description'] === 'string' ? found['description'] : ''
  return { title, description: oneLine(description, DESCRIPTION_MAX) }
}

function jsonIn(answer: string): Record<string, unknown> | undefined {
  const text = /\{[\s\S]*\}/.exec(answer)?.[0]
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** Of an answer that is not JSON. */
function firstLine(answer: string): string {
  const line = answer.split('\n').find((one) => one.trim() !== '') ?? ''
  return /^\s*[{`]/.test(line) ? '' : line
}

function oneLine(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ').replace(/^["#*\s]+|["*\s]+$/g, '')
  return line.length > limit ? `${line.slice(0, limit - 1).trimEnd()}…` : line
}
