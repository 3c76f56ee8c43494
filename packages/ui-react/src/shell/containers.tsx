/** The panels beside the page and the tabs above it. Each keeps its size while its content or its file loads. */
import { useStore } from '@nanostores/react'
import type { CSSProperties, ReactElement, ReactNode } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { lazyComponent } from '../bind/lazy-component.js'
import styles from './containers.module.css'
import { usePanelFrame } from './panel-frame.js'
import tabBarStyles from './tab-bar.module.css'

const EmptyPanel = () => <div {...usePanelFrame()} />
const EmptyBar = () => <div className={tabBarStyles['bar']} />
function EmptySnippets() {
  const { preferences } = useDeck()
  const mode = useStore(preferences.$snippetPanel)
  const width = useStore(preferences.$snippetPanelWidth)
  const style = { '--own-width': mode === 'open' ? `${width}px` : '40px' } as CSSProperties
  return <div className={styles['snippets']} style={style} />
}

const AssistantPanel = lazyComponent(
  async () => (await import('./assistant-panel.js')).AssistantPanel,
  EmptyPanel,
)
const EditorPanel = lazyComponent(async () => (await import('./editor-panel.js')).EditorPanel, EmptyPanel)
const SnippetPanel = lazyComponent(
  async () => (await import('../screens/sql/snippet-panel.js')).SnippetPanel,
  EmptySnippets,
)
const TabBar = lazyComponent(async () => (await import('./tab-bar.js')).TabBar, EmptyBar)

export function AssistantContainer() {
  const panel = useStore(useDeck().shell.beside.$assistant)
  return (
    <Container content={panel} empty={<EmptyPanel />}>
      {(open) => <AssistantPanel panel={open} />}
    </Container>
  )
}

export function EditorPanelContainer() {
  const panel = useStore(useDeck().shell.beside.$editorPanel)
  return (
    <Container content={panel} empty={<EmptyPanel />}>
      {(open) => <EditorPanel panel={open} />}
    </Container>
  )
}

export function SnippetPanelContainer() {
  const { beside } = useDeck().shell
  const tree = useStore(beside.$schemaTree)
  return (
    <Container content={useStore(beside.$snippetList)} empty={<EmptySnippets />}>
      {(list) => (
        <SnippetPanel list={list} tree={typeof tree === 'object' && tree !== null ? tree : undefined} />
      )}
    </Container>
  )
}

export function TabBarContainer() {
  const bar = useStore(useDeck().shell.beside.$tabBar)
  return (
    <Container content={bar} empty={<EmptyBar />}>
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
  return content === 'coming' ? empty : children(content)
}
