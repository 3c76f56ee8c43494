import type { TabType } from '@basedeck/core/rules'
import { Cable, Eye, FileCode, Layers, Table2, TableProperties, type LucideIcon } from 'lucide-react'

const ICONS: Readonly<Record<TabType, LucideIcon>> = {
  sql: FileCode,
  r: Table2,
  p: TableProperties,
  v: Eye,
  m: Layers,
  f: Cable,
}

/** The icon of a tab's content. */
export function tabIcon(type: TabType): LucideIcon {
  return ICONS[type]
}
