/**
 * What a text in the form of a `.env` file holds: names and values, and each line that can't be read, with the reason.
 * A line is `NAME=value`, with `export` before it or not. A value in single quotes is taken as it is, one in double quotes has
 * `\n`, `\r`, `\t`, `\"` and `\\`, and both may go over several lines; without quotes a comment after a blank is left out.
 * @rule settings.env-text  @spec §2
 */
import { secretName, secretValue, SECRETS_AT_ONCE } from '@basedeck/platform-client/contract'
import * as v from 'valibot'

/** A name and a value, with the line where they begin, from 1. */
export interface EnvEntry {
  line: number
  name: string
  value: string
}

/** Why a line was not taken. */
export type EnvProblem = { line: number } & (
  | { reason: 'no-equals' | 'unclosed' | 'after-quote' | 'too-many' }
  | { reason: 'name' | 'value'; message: string }
  | { reason: 'twice'; name: string; first: number }
)

export interface EnvText {
  entries: EnvEntry[]
  problems: EnvProblem[]
}

const ASSIGNMENT = /^\s*(?:export\s+)?([^=]*?)\s*=\s*(.*)$/s
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' }

export function readEnvText(text: string): EnvText {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  const entries: EnvEntry[] = []
  const problems: EnvProblem[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = index + 1
    const written = lines[index] ?? ''
    if (/^\s*(#.*)?$/.test(written)) continue
    const [, name = '', rest = ''] = ASSIGNMENT.exec(written) ?? []
    if (!written.includes('=')) {
      problems.push({ line, reason: 'no-equals' })
      continue
    }
    const read = readValue([rest, ...lines.slice(index + 1)])
    if (read.type === 'refused') {
      problems.push({ line, reason: read.reason })
      // The rest of the text would be read as lines that were never meant as such.
      if (read.reason === 'unclosed') break
      continue
    }
    index += read.moreLines
    const problem = problemOf({ line, name, value: read.value }, entries)
    if (problem) problems.push(problem)
    else entries.push({ line, name, value: read.value })
  }
  return { entries, problems }
}

function problemOf({ line, name, value }: EnvEntry, before: readonly EnvEntry[]): EnvProblem | undefined {
  const first = before.find((one) => one.name === name)
  if (first) return { line, reason: 'twice', name, first: first.line }
  const wrongName = v.safeParse(secretName, name).issues?.[0]
  if (wrongName) return { line, reason: 'name', message: wrongName.message }
  const wrongValue = v.safeParse(secretValue, value).issues?.[0]
  if (wrongValue) return { line, reason: 'value', message: wrongValue.message }
  return before.length >= SECRETS_AT_ONCE ? { line, reason: 'too-many' } : undefined
}

type ReadValue =
  | { type: 'read'; value: string; moreLines: number }
  | { type: 'refused'; reason: 'unclosed' | 'after-quote' }

/** @param lines what follows the sign of equality, and the lines below */
function readValue(lines: readonly string[]): ReadValue {
  const [rest = ''] = lines
  const quote = rest[0]
  if (quote !== '"' && quote !== "'")
    return { type: 'read', value: rest.replace(/(^|\s)#.*$/, '').trim(), moreLines: 0 }
  const text = lines.join('\n')
  let value = ''
  for (let at = 1; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (sign === quote) {
      const after = text.slice(at + 1).split('\n')[0] ?? ''
      if (!/^\s*(#.*)?$/.test(after)) return { type: 'refused', reason: 'after-quote' }
      return { type: 'read', value, moreLines: text.slice(0, at).split('\n').length - 1 }
    }
    const escaped = quote === '"' && sign === '\\' ? ESCAPES[text[at + 1] ?? ''] : undefined
    value += escaped ?? sign
    if (escaped !== undefined) at++
  }
  return { type: 'refused', reason: 'unclosed' }
}
