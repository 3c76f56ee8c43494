/** A value of the catalogue in a list. */
import type { ShownCell } from '@basedeck/core'
import { CutText } from '../../elements/cut-text.js'

import { Time } from '../../elements/time.js'
import { YesNo } from '../../elements/yes-no.js'
import styles from './catalogue-list.module.css'

export function CellValue({ cell }: { cell: ShownCell }) {
  switch (cell.kind) {
    case 'time':
      return <Time at={cell.text} />
    case 'code':
      return (
        <CutText isCode whole={cell.whole}>
          {cell.text}
        </CutText>
      )
    case 'none':
      return <span className={styles['quiet']}>{cell.text}</span>
    case 'on':
    case 'off':
      return <YesNo is={cell.kind === 'on'}>{cell.text}</YesNo>
    case 'number':
      return cell.text
    default:
      return <CutText>{cell.text}</CutText>
  }
}
