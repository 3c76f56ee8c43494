/** A yes or no in a list: a mark that the eye finds, and the word for who hears it. */
import { Check, Minus } from 'lucide-react'
import { Icon } from './icon.js'
import styles from './yes-no.module.css'

export function YesNo({ is, children }: { is: boolean; children: string }) {
  return (
    <span className={styles['mark']} data-is={is} title={children}>
      <Icon of={is ? Check : Minus} size={14} />
      <span className={styles['word']}>{children}</span>
    </span>
  )
}
