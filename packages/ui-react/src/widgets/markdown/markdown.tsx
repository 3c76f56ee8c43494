/** A text in Markdown, drawn. The parser loads when it is first shown; until then the text is shown plain. */
import { lazy, Suspense, type ReactNode } from 'react'
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

const MarkdownTokens = lazy(async () => ({ default: (await import('./markdown-tokens.js')).MarkdownTokens }))

export function Markdown(props: MarkdownProps) {
  return (
    <div className={styles['markdown']}>
      <Suspense fallback={<p className={styles['plain']}>{props.text}</p>}>
        <MarkdownTokens {...props} />
      </Suspense>
    </div>
  )
}
