/** The templates that an empty query offers instead of a result. */
import type { TemplateChoice } from '@basedeck/core'
import { sqlText } from '@basedeck/core/text'
import { classNames } from '../../elements/class-names.js'
import { Scroller } from '../../elements/scroller.js'
import { TemplateList } from '../../widgets/template-list/template-list.js'
import styles from './query-tools.module.css'

export interface TemplateStartProps {
  templates: TemplateChoice
  onUse(id: string): void
}

export function TemplateStart({ templates, onUse }: TemplateStartProps) {
  return (
    <Scroller aria-label={sqlText.startTitle} className={classNames(styles['scroller'], styles['templates'])}>
      <h2 className={styles['start']}>{sqlText.startTitle}</h2>
      <TemplateList templates={templates} onUse={onUse} />
    </Scroller>
  )
}
