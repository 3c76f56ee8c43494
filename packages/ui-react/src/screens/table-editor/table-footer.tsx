/** Where one is among the rows, and how many they are. */
import type { TableGridScreen } from '@basedeck/core'
import { sqlResultsText, tableText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { useRoving } from '../../bind/use-roving.js'
import { Button } from '../../elements/button.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { Select } from '../../elements/select.js'
import styles from './table-grid.module.css'

export function TableFooter({ screen }: { screen: TableGridScreen }) {
  const range = useStore(screen.$range)
  const count = useStore(screen.$count)
  const figures = useStore(screen.$figures)
  const page = useStore(screen.$page)
  const size = useStore(screen.$pageSize)
  const view = useStore(screen.$view)
  return (
    <footer ref={useRoving<HTMLElement>('across')} data-pane className={styles['footer']}>
      <output>{range}</output>
      {figures && <output className={styles['figures']}>{sqlResultsText.figures(figures)}</output>}
      {count && (
        <Button kind="ghost" disabled={count.isCounting} onClick={screen.countExactly}>
          {count.isCounting ? text.counting : text.countExactly}
        </Button>
      )}
      {view.status === 'ready' && view.problem !== undefined && (
        <span role="alert" className={styles['stale']}>
          {view.problem}
        </span>
      )}
      <div className={styles['paging']}>
        <Select
          label={text.pageSize}
          value={String(size)}
          choices={screen.pageSizes.map(({ value, label }) => ({ value: String(value), label }))}
          onChoose={(value) => screen.setPageSize(Number(value))}
        />
        <IconButton
          label={text.firstPage}
          icon={<Icon of={ChevronFirst} />}
          disabled={!page.hasPrevious}
          onClick={screen.firstPage}
        />
        <IconButton
          label={text.previous}
          icon={<Icon of={ChevronLeft} />}
          disabled={!page.hasPrevious}
          onClick={screen.previousPage}
        />
        <span>{page.label}</span>
        <IconButton
          label={text.next}
          icon={<Icon of={ChevronRight} />}
          disabled={!page.hasNext}
          onClick={screen.nextPage}
        />
        <IconButton
          label={text.lastPage}
          icon={<Icon of={ChevronLast} />}
          disabled={!page.hasNext}
          onClick={screen.lastPage}
        />
      </div>
    </footer>
  )
}
