import type { TabType } from '@basedeck/core/rules'
import { FileCode, Table2, TableProperties, type LucideIcon } from 'lucide-react'

/** The icon of a tab's content. */
export function tabIcon(type: TabType): LucideIcon {
  if (type === 'sql') return FileCode
  return type === 'v' || type === 'm' ? TableProperties : Table2
}
