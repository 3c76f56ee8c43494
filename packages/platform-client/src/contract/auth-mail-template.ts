/**
 * Templates of auth mails: `{{ .Email }}`, `{{ .Data.name }}`, and `{{ if .Data.name }}…{{ else }}…{{ end }}`. A template is
 * judged before it is stored, so that no mail fails later.
 */

/** The variables of the family. `.Data` is the user's metadata: its values are reached by `.Data.key`. */
export const MAIL_VARIABLES = [
  'ConfirmationURL',
  'Token',
  'TokenHash',
  'SiteURL',
  'RedirectTo',
  'Data',
  'Email',
  'NewEmail',
  'OldEmail',
  'Phone',
  'OldPhone',
  'Provider',
  'FactorType',
] as const

/** One of `MAIL_VARIABLES`. */
export type MailVariable = (typeof MAIL_VARIABLES)[number]

/** Those of notifications alone; in other mails they are empty. */
type OfNotifications = 'OldEmail' | 'Phone' | 'OldPhone' | 'Provider' | 'FactorType'

/** What the variables stand for in one mail. */
export type MailVariables = Record<Exclude<MailVariable, 'Data' | OfNotifications>, string> &
  Partial<Record<OfNotifications, string>> & { Data: Record<string, unknown> }

/** A part of a template: text, a variable by its path, or parts that depend on a variable. */
export type MailPart =
  | { type: 'text'; text: string }
  | { type: 'variable'; path: string[] }
  | { type: 'if'; path: string[]; whenSet: MailPart[]; otherwise: MailPart[] }

/** Why a template can't be used, and where. */
export interface MailTemplateProblem {
  reason: 'unclosed-braces' | 'unknown-variable' | 'unknown-action' | 'unclosed-if' | 'stray-end'
  /** What stands there. */
  found: string
  /** Counted from 1. */
  line: number
}

const ACTION = /\{\{-?([\s\S]*?)-?\}\}/g

/** The parts of a template, or what is wrong with it. */
export function readMailTemplate(template: string): MailPart[] | MailTemplateProblem {
  const top: MailPart[] = []
  const open: { node: Extract<MailPart, { type: 'if' }>; isElse: boolean; at: number }[] = []
  const lineAt = (index: number) => template.slice(0, index).split('\n').length
  const into = () => {
    const last = open.at(-1)
    return last === undefined ? top : last.isElse ? last.node.otherwise : last.node.whenSet
  }
  let end = 0
  for (const found of template.matchAll(ACTION)) {
    const text = template.slice(end, found.index)
    const stray = strayBraces(text)
    if (stray >= 0) return { reason: 'unclosed-braces', found: '{{', line: lineAt(end + stray) }
    into().push({ type: 'text', text })
    end = found.index + found[0].length
    const problem = (reason: MailTemplateProblem['reason']): MailTemplateProblem => ({
      reason,
      found: found[0],
      line: lineAt(found.index),
    })
    const [word = '', argument, ...more] = (found[1] ?? '').trim().split(/\s+/)
    if (word.startsWith('.') && argument === undefined) {
      const path = pathOf(word)
      if (!path) return problem('unknown-variable')
      into().push({ type: 'variable', path })
    } else if (word === 'if' && argument?.startsWith('.') && more.length === 0) {
      const path = pathOf(argument)
      if (!path) return problem('unknown-variable')
      const node: MailPart = { type: 'if', path, whenSet: [], otherwise: [] }
      into().push(node)
      open.push({ node, isElse: false, at: found.index })
    } else if (word === 'else' && argument === undefined) {
      const last = open.at(-1)
      if (!last || last.isElse) return problem('stray-end')
      last.isElse = true
    } else if (word === 'end' && argument === undefined) {
      if (!open.pop()) return problem('stray-end')
    } else return problem('unknown-action')
  }
  const rest = template.slice(end)
  const stray = strayBraces(rest)
  if (stray >= 0) return { reason: 'unclosed-braces', found: '{{', line: lineAt(end + stray) }
  const unclosed = open.at(-1)
  if (unclosed) return { reason: 'unclosed-if', found: '{{ if', line: lineAt(unclosed.at) }
  top.push({ type: 'text', text: rest })
  return top
}

const strayBraces = (text: string) => text.search(/\{\{|\}\}/)

/** Undefined: there is no such variable. */
function pathOf(word: string): string[] | undefined {
  const path = word.slice(1).split('.')
  const [name = '', ...keys] = path
  const isKnown = (MAIL_VARIABLES as readonly string[]).includes(name)
  const hasKeys =
    name === 'Data' ? keys.length > 0 && keys.every((key) => /^\w+$/.test(key)) : keys.length === 0
  return isKnown && hasKeys ? path : undefined
}

/** What is wrong with a template, as a sentence. Undefined: nothing. */
export function mailTemplateSentence(template: string): string | undefined {
  const read = readMailTemplate(template)
  if (Array.isArray(read)) return undefined
  const { reason, found, line } = read
  return `Line ${line}: ${SENTENCES[reason](found)}`
}

const SENTENCES: Readonly<Record<MailTemplateProblem['reason'], (found: string) => string>> = {
  'unclosed-braces': () => 'braces are opened and not closed, or the other way round',
  'unknown-variable': (found) =>
    `${found} names no variable. There are ${MAIL_VARIABLES.map((name) => (name === 'Data' ? '.Data.key' : `.${name}`)).join(', ')}`,
  'unknown-action': (found) => `${found} is not understood. Variables, if, else and end can be used`,
  'unclosed-if': () => 'an if has no end',
  'stray-end': (found) => `${found} belongs to no if`,
}
