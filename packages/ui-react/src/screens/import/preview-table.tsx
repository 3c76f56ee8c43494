/** The first rows of a file, and the first columns of a wide one. */
import type { ImportPreview } from '@basedeck/core'
import { importText as text } from '@basedeck/core/text'
import { WideScroller } from '../../elements/wide-scroller.js'
import styles from './csv-import.module.css'

/** Of a file with a thousand columns the first ones tell whether it is read as meant. */
const SHOWN_COLUMNS = 50

export function PreviewTable({ preview }: { preview: ImportPreview }) {
  const names = preview.names.slice(0, SHOWN_COLUMNS)
  return (
    <section aria-label={text.preview} className={styles['section']}>
      <h3 className={styles['heading']}>
        {text.preview} <span className={styles['quiet']}>{preview.note}</span>
      </h3>
      <WideScroller aria-label={text.preview} className={styles['preview']}>
        <table>
          <thead>
            <tr>
              <th scope="col" className={styles['number']}>
                {text.line}
              </th>
              {names.map((name, at) => (
                <th key={at} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.rows.map(({ line, cells }) => (
              <tr key={line} data-broken={cells.length !== preview.names.length || undefined}>
                <th scope="row" className={styles['number']}>
                  {line}
                </th>
                {names.map((_, at) => (
                  <td key={at}>{cells[at] === null ? <NullCell /> : cells[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </WideScroller>
    </section>
  )
}

function NullCell() {
  return <span className={styles['null']}>{text.nullCell}</span>
}
