/** A text in Markdown, drawn. The parser loads when it is first shown; until then the text is shown plain. */
import type { ReactNode } from 'react'
import { lazyComponent } from '../../bind/lazy-component.js'
import styles from './markdown.module.css'

export interface MarkdownProps {
  text: string
  /** Draws a block of code; default: as it is. `isOpen`: the text ends before the block does. */
  renderCode?: (block: CodeBlock) => ReactNode
}

export interface CodeBlock {
  text: string
  /** In small letters; empty when the text names none. */
  language: string
  isOpen: boolean
}

const MarkdownTokens = lazyComponent(
  async () => (await import('./markdown-tokens.js')).MarkdownTokens,
  ({ text }: MarkdownProps) => <p className={styles['plain']}>{text}</p>,
)

export function Markdown(props: MarkdownProps) {
  return (
    <div className={styles['markdown']}>
      <MarkdownTokens {...props} />
    </div>
  )
}
