/** How far an import is, or how it ended: with the rows that were not imported. */
import type { CsvImport, ImportRunState, ListedRow } from '@basedeck/core'
import { importText as text } from '@basedeck/core/text'
import { Button } from '../../elements/button.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { WideScroller } from '../../elements/wide-scroller.js'
import styles from './csv-import.module.css'

export interface ImportOutcomeProps {
  csvImport: CsvImport
  state: ImportRunState
  onClose(): void
}

export function ImportOutcome({ csvImport, state, onClose }: ImportOutcomeProps) {
  switch (state.status) {
    case 'idle':
      return null
    case 'running':
      return (
        <div className={styles['progress']}>
          <span role="status">{state.phase}</span>
          <span className={styles['quiet']}>{state.detail}</span>
          <progress aria-label={state.phase} max={1} value={state.fraction} />
        </div>
      )
    case 'imported':
      return (
        <>
          <div className={styles['scroll']}>
            <p role="status" className={styles['done']}>
              {state.message}
            </p>
            {state.rejected > 0 && (
              <>
                <RejectedRows listed={state.listed} note={state.listedNote} />
                <div>
                  <Button onClick={csvImport.run.saveRejected}>{text.downloadRejected}</Button>
                </div>
              </>
            )}
          </div>
          <footer className={styles['footer']}>
            <Button onClick={csvImport.again}>{text.again}</Button>
            {csvImport.isIntoTable ? null : (
              <Button onClick={() => void csvImport.openTable()}>{text.openTable}</Button>
            )}
            <Button kind="primary" onClick={onClose}>
              {text.close}
            </Button>
          </footer>
        </>
      )
    case 'refused':
      return (
        <>
          <ErrorAlert title={state.message} />
          <RejectedRows listed={state.listed} note={state.listedNote} />
        </>
      )
    case 'failed':
      return <ErrorAlert title={state.message} remarks={[state.detail]} />
    case 'cancelled':
      return (
        <p role="status" className={styles['done']}>
          {state.message}
        </p>
      )
  }
}

function RejectedRows({ listed, note }: { listed: readonly ListedRow[]; note: string }) {
  return (
    <section aria-label={text.skipList} className={styles['section']}>
      <h3 className={styles['heading']}>
        {text.skipList} <span className={styles['quiet']}>{note}</span>
      </h3>
      <WideScroller aria-label={text.skipList} className={styles['preview']}>
        <table>
          <thead>
            <tr>
              <th scope="col" className={styles['number']}>
                {text.line}
              </th>
              <th scope="col">{text.atColumn}</th>
              <th scope="col">{text.value}</th>
              <th scope="col">{text.reason}</th>
            </tr>
          </thead>
          <tbody>
            {listed.map((row) => (
              <tr key={row.line}>
                <th scope="row" className={styles['number']}>
                  {row.line}
                </th>
                <td>{row.column}</td>
                <td className={styles['code']}>{row.value}</td>
                <td className={styles['reason']}>{row.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideScroller>
    </section>
  )
}
