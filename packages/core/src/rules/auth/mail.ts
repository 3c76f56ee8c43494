/**
 * An auth mail as it is sent: the values of a template's variables are escaped for the place where they stand, so that what
 * a user wrote about themselves is text, and no markup or address that runs code.
 * @rule auth.mail  @spec §2
 */
import {
  readMailTemplate,
  type MailPart,
  type MailTemplateProblem,
  type MailVariables,
} from '@basedeck/platform-client/contract'
import { htmlPosition, type HtmlPlace, type HtmlPosition } from './html-position.js'

/** A mail with its values. */
export interface RenderedMail {
  subject: string
  html: string
  /** For programs that show no HTML. */
  text: string
}

/** A template of a mail: its subject and its body. */
export interface MailTemplate {
  subject: string
  content: string
}

/** Why a template can't be sent: it can't be read, or a value stands where it could become code. */
export type MailProblem = MailTemplateProblem | { reason: 'unsafe-place'; found: string; line: number }

/** Undefined: the mail can be sent. */
export function authMailProblem({ subject, content }: MailTemplate): MailProblem | undefined {
  const read = readMailTemplate(subject)
  if (!Array.isArray(read)) return read
  const parts = readMailTemplate(content)
  if (!Array.isArray(parts)) return parts
  return unsafePlace(parts, htmlPosition(), 1)
}

/** Writes a mail from its template. @throws Error for a template that `authMailProblem` refuses */
export function renderAuthMail(template: MailTemplate, variables: MailVariables): RenderedMail {
  const subjectParts = readMailTemplate(template.subject)
  const parts = readMailTemplate(template.content)
  if (!Array.isArray(subjectParts) || !Array.isArray(parts) || authMailProblem(template))
    throw new Error('This template can’t be rendered')
  const html = bodyOf(parts, variables, htmlPosition())
  const subject = plainOf(subjectParts, variables).replace(/\s+/g, ' ').trim()
  return { subject, html, text: textOf(html) }
}

/** What a variable stands for. An absent key of the metadata is empty. */
function valueOf([name, ...keys]: readonly string[], variables: MailVariables): string {
  let value: unknown = variables[name as keyof MailVariables]
  for (const key of keys)
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Keyed)[key]
        : undefined
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

type Keyed = Record<string, unknown>

const isSet = (path: readonly string[], variables: MailVariables) =>
  !['', 'false', '0'].includes(valueOf(path, variables))

function plainOf(parts: readonly MailPart[], variables: MailVariables): string {
  return parts
    .map((part) => {
      if (part.type === 'text') return part.text
      if (part.type === 'variable') return valueOf(part.path, variables)
      return plainOf(isSet(part.path, variables) ? part.whenSet : part.otherwise, variables)
    })
    .join('')
}

/** @param at where the parts begin; afterwards, where they end */
function bodyOf(parts: readonly MailPart[], variables: MailVariables, at: HtmlPosition): string {
  let html = ''
  const write = (text: string) => {
    html += text
    at.read(text)
  }
  for (const part of parts) {
    if (part.type === 'text') write(part.text)
    else if (part.type === 'variable')
      write(placed(at.place(), part.path[0] ?? '', valueOf(part.path, variables)))
    else html += bodyOf(isSet(part.path, variables) ? part.whenSet : part.otherwise, variables, at)
  }
  return html
}

/** The addresses that the service makes itself: they may have a scheme of an application. */
const OWN_ADDRESSES = ['ConfirmationURL', 'SiteURL', 'RedirectTo']

function placed(place: HtmlPlace, name: string, value: string): string {
  switch (place) {
    case 'text':
    case 'attribute':
      return escaped(value)
    case 'address':
      return escaped(isSafeAddress(name, value) ? value : '#')
    case 'address-part':
      return escaped(encodeURI(value))
    case 'query-part':
      return encodeURIComponent(value)
    case 'unsafe':
      return ''
  }
}

function isSafeAddress(name: string, value: string): boolean {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase()
  if (scheme === undefined) return !/[\p{Cc}]/u.test(value)
  if (OWN_ADDRESSES.includes(name)) return !['javascript', 'data', 'vbscript'].includes(scheme)
  return ['https', 'http', 'mailto'].includes(scheme)
}

function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A place may depend on an `if`: each way is looked at, and what follows is judged after the first of them. */
function unsafePlace(parts: readonly MailPart[], at: HtmlPosition, line: number): MailProblem | undefined {
  let lines = line
  for (const part of parts) {
    if (part.type === 'text') {
      at.read(part.text)
      lines += part.text.split('\n').length - 1
    } else if (part.type === 'variable') {
      const found = `{{ .${part.path.join('.')} }}`
      if (at.place() === 'unsafe') return { reason: 'unsafe-place', found, line: lines }
      at.read('x')
    } else {
      const problem = unsafePlace(part.otherwise, at.copy(), lines) ?? unsafePlace(part.whenSet, at, lines)
      if (problem) return problem
    }
  }
  return undefined
}

/** The text of a mail without its markup; a link stands behind its words. */
function textOf(html: string): string {
  const plain = html
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<a\b[^>]*?\shref\s*=\s*(["'])([\s\S]*?)\1[^>]*>([\s\S]*?)<\/a\s*>/gi, '$3: $2')
    .replace(/<br\b[^>]*>|<\/(p|div|h[1-6]|li|tr|table)\s*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
  return unescaped(plain)
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}

function unescaped(html: string): string {
  return Object.entries(ENTITIES)
    .toReversed()
    .reduce((text, [character, entity]) => text.replaceAll(entity, character), html)
}

/** What the variables of a preview and of a test mail stand for. The link leads to the site, and confirms nothing. */
export function exampleMailVariables(to: string, siteUrl: string): MailVariables {
  return {
    ConfirmationURL: siteUrl,
    Token: '123456',
    TokenHash: 'example',
    SiteURL: siteUrl,
    RedirectTo: siteUrl,
    Data: {},
    Email: to,
    NewEmail: `new.${to}`,
    OldEmail: `old.${to}`,
    Phone: '18005550123',
    OldPhone: '18005550199',
    Provider: 'github',
    FactorType: 'totp',
  }
}

/** The addresses that a rendered mail links to, each once, in their order. */
export function linksOf(html: string): string[] {
  const found = [...html.matchAll(/<a\b[^>]*?\shref\s*=\s*(["'])([\s\S]*?)\1/gi)].map(([, , address]) =>
    unescaped(address ?? ''),
  )
  return [...new Set(found.filter((address) => /^[a-z][a-z0-9+.-]*:/i.test(address)))]
}
