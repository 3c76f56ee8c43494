/** The SQL that a panel would run, and what each statement costs others. */
import type { ShownStatement } from '@basedeck/core'
import { migrationsText, structureText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { useDeck } from '../../bind/deck-context.js'
import { CopyButton } from '../../elements/copy-button.js'
import { WideScroller } from '../../elements/wide-scroller.js'
import { SqlText } from '../../widgets/sql-text/sql-text.js'
import styles from './structure.module.css'

export interface ChangeSqlProps {
  /** Null: a field is wrong. */
  statements: readonly ShownStatement[] | null
  onCopy?: () => Promise<boolean>
}

export function ChangeSql({ statements, onCopy }: ChangeSqlProps) {
  return (
    <section className={styles['sql']} aria-label={structureText.sql}>
      <header>
        <h3>{structureText.sql}</h3>
        {onCopy && statements !== null && statements.length > 0 && (
          <CopyButton label={structureText.copySql} onCopy={onCopy} />
        )}
      </header>
      {statements === null && <p className={styles['quiet']}>{structureText.sqlInvalid}</p>}
      {statements?.length === 0 && <p className={styles['quiet']}>{structureText.sqlEmpty}</p>}
      {statements !== null && statements.length > 0 && (
        <>
          <ol className={styles['statements']}>
            {statements.map(({ sql, cost }, index) => (
              <li key={index}>
                <WideScroller aria-label={structureText.sql} className={styles['code']}>
                  <pre>
                    <SqlText>{sql}</SqlText>
                  </pre>
                </WideScroller>
                {cost !== '' && <p className={styles['quiet']}>{cost}</p>}
              </li>
            ))}
          </ol>
          <KeepSwitch />
          {statements.length > 1 && <p className={styles['quiet']}>{structureText.sqlHint}</p>}
        </>
      )}
    </section>
  )
}

/** Whether what runs is kept for the next migration: one choice for all panels. */
function KeepSwitch() {
  const id = useId()
  const { $writesMigration } = useDeck().preferences
  return (
    <div className={styles['keep']}>
      <label>
        <input
          type="checkbox"
          checked={useStore($writesMigration)}
          aria-describedby={id}
          onChange={(event) => $writesMigration.set(event.target.checked)}
        />
        {migrationsText.keep}
      </label>
      <p id={id} className={styles['quiet']}>
        {migrationsText.keepHint}
      </p>
    </div>
  )
}
