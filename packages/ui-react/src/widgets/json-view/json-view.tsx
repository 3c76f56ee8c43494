// JSON in colours, whose objects and lists fold, and in which one searches.
import { jsonLines, seenLines, type JsonLine } from '@basedeck/core/rules'
import { sqlResultsText as text } from '@basedeck/core/text'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Icon } from '../../elements/icon.js'
import { Scroller } from '../../elements/scroller.js'
import { SearchField } from '../../elements/search-field.js'
import { VirtualList, type RowAttributes } from '../../elements/virtual-list.js'
import styles from './json-view.module.css'

export interface JsonViewProps {
  /** The accessible name of what scrolls. */
  label: string
  json: string
}

export function JsonView({ label, json }: JsonViewProps) {
  const lines = useMemo(() => jsonLines(json), [json])
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const body = useRef<HTMLOListElement>(null)
  const found = useMemo(() => linesWith(lines, words), [lines, words])
  const seen = useMemo(() => seenLines(lines, folded), [lines, folded])

  function toggle(line: number) {
    const next = new Set(folded)
    if (!next.delete(line)) next.add(line)
    setFolded(next)
  }

  function goTo(index: number) {
    const line = found[((index % found.length) + found.length) % found.length]
    if (line === undefined) return
    setAt(((index % found.length) + found.length) % found.length)
    setFolded(new Set([...folded].filter((one) => line <= one || line > (lines[one]?.closedBy ?? 0))))
    // Lines that were folded away are drawn first.
    requestAnimationFrame(() =>
      body.current?.querySelector(`[data-line="${line}"]`)?.scrollIntoView({ block: 'nearest' }),
    )
  }

  return (
    <div className={styles['view']}>
      <form
        role="search"
        className={styles['search']}
        onSubmit={(event) => {
          event.preventDefault()
          goTo(at + 1)
        }}
      >
        <SearchField
          label={text.findInValue}
          value={words}
          onChange={(next) => {
            setWords(next)
            setAt(-1)
          }}
        />
        <span role="status">
          {words !== '' &&
            (found.length === 0 ? text.notFound : text.found(Math.max(0, at) + 1, found.length))}
        </span>
      </form>
      <Scroller aria-label={label} className={styles['scroller']}>
        <ol ref={body} className={styles['lines']}>
          <VirtualList
            items={seen}
            keyOf={lineKey}
            rowHeight={18}
            kept={[found[at]]}
            renderGap={(gap) => <li aria-hidden="true" {...gap} />}
            renderRow={(line, attributes) => (
              <Line
                number={line}
                line={lines[line]}
                isFolded={folded.has(line)}
                words={words}
                attributes={attributes}
                onToggle={() => toggle(line)}
              />
            )}
          />
        </ol>
      </Scroller>
    </div>
  )
}

interface LineProps {
  number: number
  line: JsonLine | undefined
  isFolded: boolean
  words: string
  attributes: RowAttributes
  onToggle(): void
}

function Line({ number, line, isFolded, words, attributes, onToggle }: LineProps) {
  if (!line) return null
  const folds = line.closedBy !== undefined
  const isMember = line.tokens.some(({ kind }) => kind === 'key')
  const [name] = line.tokens
  return (
    <li
      {...attributes}
      data-line={number}
      className={styles['line']}
      style={{ paddingInlineStart: `${18 + line.depth * 16}px` }}
    >
      {folds && (
        <button
          type="button"
          className={styles['fold']}
          aria-expanded={!isFolded}
          aria-label={text.foldValue(isMember ? (name?.text ?? '') : '')}
          onClick={onToggle}
        >
          <Icon of={isFolded ? ChevronRight : ChevronDown} size={12} />
        </button>
      )}
      {line.tokens.map(({ kind, text: token }, index) => (
        <span key={index} className={styles[kind]}>
          {holds(token, words) ? <mark>{token}</mark> : token}
        </span>
      ))}
      {isFolded && <span className={styles['folded']}>{text.folded(line.members ?? 0)}</span>}
    </li>
  )
}

/** The number of a line is its key. */
const lineKey = (line: number) => line

function holds(token: string, words: string): boolean {
  return words !== '' && token.toLowerCase().includes(words.toLowerCase())
}

function linesWith(lines: readonly JsonLine[], words: string): number[] {
  return lines.flatMap(({ tokens }, line) =>
    tokens.some(({ text: token }) => holds(token, words)) ? [line] : [],
  )
}
