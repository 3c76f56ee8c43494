/** The SQL of staged changes, and the choice where another person changed the same rows. */
import type { ShownConflict, TableGridScreen } from '@basedeck/core'
import { sqlText, tableEditText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { PlainDialog } from '../../elements/plain-dialog.js'
import { Scroller } from '../../elements/scroller.js'
import { SqlText } from '../../widgets/sql-text/sql-text.js'
import styles from './edit-dialogs.module.css'

export function EditDialogs({ editing }: Pick<TableGridScreen, 'editing'>) {
  const review = useStore(editing.$review)
  const conflicts = useStore(editing.$conflicts)
  return (
    <>
      <PlainDialog
        open={review !== null}
        title={text.reviewTitle}
        buttons={<Button onClick={editing.closeReview}>{text.close}</Button>}
        onClose={editing.closeReview}
      >
        <div className={styles['body']}>
          <p>{text.reviewLead}</p>
          <Scroller aria-label={text.reviewTitle} className={styles['sql']}>
            <SqlText>{review ?? ''}</SqlText>
          </Scroller>
        </div>
      </PlainDialog>
      <PlainDialog
        open={conflicts.length > 0}
        title={text.conflictsTitle(conflicts.length)}
        buttons={<Button onClick={editing.closeConflicts}>{text.close}</Button>}
        onClose={editing.closeConflicts}
      >
        <div className={styles['body']}>
          <p>{text.conflictsLead}</p>
          {conflicts.map((conflict) => (
            <Conflict key={conflict.key} conflict={conflict} />
          ))}
        </div>
      </PlainDialog>
    </>
  )
}

function Conflict({ conflict }: { conflict: ShownConflict }) {
  const { title, note, columns, keepMine, takeTheirs } = conflict
  return (
    <section className={styles['conflict']} aria-label={title}>
      <h3 className={styles['title']}>{title}</h3>
      {note !== undefined && <p>{note}</p>}
      {columns.length > 0 && (
        <div className={styles['scroll']}>
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">{text.column}</th>
                <th scope="col">{text.base}</th>
                <th scope="col">{text.mine}</th>
                <th scope="col">{text.theirs}</th>
              </tr>
            </thead>
            <tbody>
              {columns.map(({ name, base, mine, theirs }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{base ?? sqlText.cellNull}</td>
                  <td>{mine}</td>
                  <td>{theirs ?? sqlText.cellNull}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className={styles['buttons']}>
        {keepMine && <Button onClick={keepMine}>{text.keepMine}</Button>}
        <Button onClick={takeTheirs}>{keepMine ? text.takeTheirs : text.dropMine}</Button>
      </div>
    </section>
  )
}
