/** The headings of a sortable list. */
import type { ListSorting } from '@basedeck/core'
import { catalogueText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import type { DataListColumn } from './data-list.js'

/** Returns what a column's heading needs to sort. */
export function useSortHeadings(
  sorting: ListSorting,
): (key: string, label: string) => Pick<DataListColumn<unknown>, 'key' | 'label' | 'sort'> {
  const sort = useStore(sorting.$value)
  return (key, label) => ({
    key,
    label,
    sort: {
      direction: sort?.key === key ? (sort.descending ? 'descending' : 'ascending') : 'none',
      label: catalogueText.sortBy(label),
      onSort: () => sorting.by(key),
    },
  })
}
