import { sqlText, type QueryPane } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { classNames } from '../../elements/class-names.js'
import { SidePanel } from '../../elements/side-panel.js'
import styles from './sql-editor.module.css'

/** One value, whole. */
export function CellPanel({ screen }: { screen: QueryPane }) {
  const cell = useStore(screen.$openCell)
  const { title = '', text = '', isNull = false, cutBytes } = useLast(cell) ?? {}
  return (
    <SidePanel open={cell !== null} title={title} closeLabel={sqlText.close} onClose={screen.closeCell}>
      {cutBytes !== undefined && <p className={styles['cut']}>{sqlText.cellCut(cutBytes)}</p>}
      <pre className={classNames(styles['value'], isNull && styles['null'])}>{text}</pre>
    </SidePanel>
  )
}
