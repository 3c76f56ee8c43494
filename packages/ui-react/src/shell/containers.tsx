/** The panels beside the page and the tabs above it. Each keeps its size while its content or its file loads. */
import { useStore } from '@nanostores/react'
import { Suspense, type CSSProperties, type ReactElement, type ReactNode } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { lazyWithRetry } from '../bind/lazy-component.js'
import styles from './containers.module.css'
import { usePanelFrame } from './panel-frame.js'
import tabBarStyles from './tab-bar.module.css'

const AssistantPanel = lazyWithRetry(async () => (await import('./assistant-panel.js')).AssistantPanel)
const EditorPanel = lazyWithRetry(async () => (await import('./editor-panel.js')).EditorPanel)
const SnippetPanel = lazyWithRetry(async () => (await import('../screens/sql/snippet-panel.js')).SnippetPanel)
const TabBar = lazyWithRetry(async () => (await import('./tab-bar.js')).TabBar)

export function AssistantContainer() {
  const panel = useStore(useDeck().shell.beside.$assistant)
  return (
    <Container content={panel} empty={<div {...usePanelFrame()} />}>
      {(open) => <AssistantPanel panel={open} />}
    </Container>
  )
}

export function EditorPanelContainer() {
  const panel = useStore(useDeck().shell.beside.$editorPanel)
  return (
    <Container content={panel} empty={<div {...usePanelFrame()} />}>
      {(open) => <EditorPanel panel={open} />}
    </Container>
  )
}

export function SnippetPanelContainer() {
  const { shell, preferences } = useDeck()
  const tree = useStore(shell.beside.$schemaTree)
  const mode = useStore(preferences.$snippetPanel)
  const width = useStore(preferences.$snippetPanelWidth)
  const style = { '--own-width': mode === 'open' ? `${width}px` : '40px' } as CSSProperties
  return (
    <Container
      content={useStore(shell.beside.$snippetList)}
      empty={<div className={styles['snippets']} style={style} />}
    >
      {(list) => (
        <SnippetPanel list={list} tree={typeof tree === 'object' && tree !== null ? tree : undefined} />
      )}
    </Container>
  )
}

export function TabBarContainer() {
  const bar = useStore(useDeck().shell.beside.$tabBar)
  return (
    <Container content={bar} empty={<div className={tabBarStyles['bar']} />}>
      {(shown) => <TabBar bar={shown} />}
    </Container>
  )
}

interface ContainerProps<Content extends object> {
  /** Null: it is closed. */
  content: Content | 'coming' | null
  /** Shown while the content is coming. */
  empty: ReactElement
  children(content: Content): ReactNode
}

function Container<Content extends object>({ content, empty, children }: ContainerProps<Content>) {
  if (content === null) return null
  return content === 'coming' ? empty : <Suspense fallback={empty}>{children(content)}</Suspense>
}
