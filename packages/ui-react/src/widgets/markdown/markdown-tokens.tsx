/**
 * Draws Markdown as React elements, token by token: HTML in the text is never read as HTML, so nothing needs sanitising.
 * Links lead only to the web or to a mail program; pictures become links, since loading one would notify its server.
 */
import { marked, type Token, type Tokens } from 'marked'
import { createElement, Fragment, memo, type ReactNode } from 'react'
import { OutsideLink } from '../../elements/outside-link.js'
import type { MarkdownProps } from './markdown.js'
import { safeHref } from './safe-href.js'
import styles from './markdown.module.css'

/** Longer texts are shown as they are: parsing one would block the page. */
export const MARKDOWN_MAX_CHARACTERS = 200_000

export const MarkdownTokens = memo(function MarkdownTokens({ text, renderCode }: MarkdownProps) {
  const tokens = tokensOf(text)
  if (!tokens) return <p className={styles['plain']}>{text}</p>
  return <Blocks tokens={tokens} renderCode={renderCode} />
})

function tokensOf(text: string): Token[] | undefined {
  if (text.length > MARKDOWN_MAX_CHARACTERS) return undefined
  try {
    return marked.lexer(text, { gfm: true })
  } catch {
    // Nested too deeply for the parser's stack.
    return undefined
  }
}

interface BlocksProps {
  tokens: readonly Token[]
  renderCode: MarkdownProps['renderCode']
  depth?: number
}

/** Deeper nesting is shown as plain text. */
const DEPTH_MAX = 24

function Blocks({ tokens, renderCode, depth = 0 }: BlocksProps) {
  return tokens.map((token, index) => <Fragment key={index}>{block(token, renderCode, depth)}</Fragment>)
}

function block(token: Token, renderCode: MarkdownProps['renderCode'], depth: number): ReactNode {
  if (depth > DEPTH_MAX) return token.raw
  const inside = (tokens: Token[] | undefined) => (
    <Blocks tokens={tokens ?? []} renderCode={renderCode} depth={depth + 1} />
  )
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading':
      return <p className={styles['heading']}>{inline(token.tokens, depth)}</p>
    case 'paragraph':
      return <p>{inline(token.tokens, depth)}</p>
    case 'blockquote':
      return <blockquote>{inside(token.tokens)}</blockquote>
    case 'hr':
      return <hr />
    case 'code':
      return codeBlock(token as Tokens.Code, renderCode)
    case 'list':
      return list(token as Tokens.List, inside)
    case 'table':
      return table(token as Tokens.Table, depth)
    case 'text':
      return token.tokens ? inline(token.tokens, depth) : token.raw
    default:
      return <p>{token.raw}</p>
  }
}

function codeBlock(token: Tokens.Code, renderCode: MarkdownProps['renderCode']): ReactNode {
  if (!renderCode) return <pre>{token.text}</pre>
  const isOpen = !/\n {0,3}(`{3,}|~{3,})\s*$/.test(token.raw)
  return renderCode({ text: token.text, language: (token.lang ?? '').toLowerCase(), isOpen })
}

function list(token: Tokens.List, inside: (tokens: Token[]) => ReactNode): ReactNode {
  const items = token.items.map((item, index) => <li key={index}>{inside(item.tokens)}</li>)
  if (!token.ordered) return <ul>{items}</ul>
  return <ol start={token.start === '' ? 1 : token.start}>{items}</ol>
}

function table({ header, rows }: Tokens.Table, depth: number): ReactNode {
  return (
    <div className={styles['table']}>
      <table>
        <thead>
          <tr>
            {header.map((cell, index) => (
              <th key={index}>{inline(cell.tokens, depth)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, index) => (
                <td key={index}>{inline(cell.tokens, depth)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const MARKS: Readonly<Record<string, string>> = { strong: 'strong', em: 'em', del: 'del' }

function inline(tokens: readonly Token[] | undefined, depth: number): ReactNode {
  return (tokens ?? []).map((token, index) => <Fragment key={index}>{span(token, depth + 1)}</Fragment>)
}

function span(token: Token, depth: number): ReactNode {
  if (depth > DEPTH_MAX) return token.raw
  const mark = MARKS[token.type]
  if (mark) return createElement(mark, {}, inline((token as Tokens.Generic).tokens, depth))
  switch (token.type) {
    case 'br':
      return <br />
    case 'codespan':
      return <code>{token.text}</code>
    case 'escape':
      return token.text
    case 'link':
      return link(token.href as string, inline(token.tokens, depth))
    case 'image':
      return link(token.href as string, token.text || token.href)
    case 'text':
      return token.tokens ? inline(token.tokens, depth) : token.raw
    default:
      return token.raw
  }
}

function link(href: string, words: ReactNode): ReactNode {
  const safe = safeHref(href)
  return safe === undefined ? words : <OutsideLink href={safe}>{words}</OutsideLink>
}
