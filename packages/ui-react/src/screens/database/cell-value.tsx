/** A value of the catalogue in a list. */
import type { ShownCell } from '@basedeck/core'
import { Time } from '../../elements/time.js'
import styles from './catalogue-list.module.css'

export function CellValue({ cell }: { cell: ShownCell }) {
  switch (cell.kind) {
    case 'time':
      return <Time at={cell.text} />
    case 'code':
      return (
        <code className={styles['code']} title={cell.text}>
          {cell.text}
        </code>
      )
    case 'none':
    case 'off':
      return <span className={styles['quiet']}>{cell.text}</span>
    case 'number':
    case 'on':
      return cell.text
    default:
      return (
        <bdi className={styles['text']} title={cell.text}>
          {cell.text}
        </bdi>
      )
  }
}
