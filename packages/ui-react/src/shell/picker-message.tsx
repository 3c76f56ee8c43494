/** The message of a picker, instead of its entries or above them. */
import type { PickerList } from '@basedeck/core'
import { errorText, shellText } from '@basedeck/core/text'
import { Button } from '../elements/button.js'
import { Skeleton } from '../elements/skeleton.js'
import { Tooltip } from '../elements/tooltip.js'
import styles from './picker.module.css'

export function PickerMessage({ list }: { list: PickerList }) {
  if (list.status === 'loading') {
    return (
      <div className={styles['message']}>
        <Skeleton label={shellText.loading} lines={3} />
      </div>
    )
  }
  if (list.status === 'failed') {
    return (
      <div className={styles['message']} role="alert">
        <Tooltip text={list.detail}>
          <button type="button" className={styles['failure']}>
            {list.title}
          </button>
        </Tooltip>
        <Button onClick={list.retry}>{errorText.retry}</Button>
      </div>
    )
  }
  const words = list.problem ?? list.empty
  return <div role="status">{words !== undefined && <p className={styles['message']}>{words}</p>}</div>
}
