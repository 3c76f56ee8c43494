/** Row-level security and realtime of a table: each asks before it is switched. */
import type { ListStructure, TableSwitches as Switches } from '@basedeck/core'
import { structureText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Switch } from '../../elements/switch.js'
import styles from './structure.module.css'

export interface TableSwitchesProps {
  structure: ListStructure
  $switches: NonNullable<ListStructure['$switches']>
}

export function TableSwitches({ structure, $switches }: TableSwitchesProps) {
  const switches: Switches | null = useStore($switches)
  const { panels, tableId } = structure
  if (!switches || tableId === null) return null
  return (
    <div className={styles['switches']}>
      <Switch
        label={structureText.rls}
        isOn={switches.rls.isOn}
        disabled={switches.rls.state.disabled}
        hint={switches.rls.state.hint ?? switches.rls.hint}
        onChange={() => panels?.switchRls(tableId)}
      />
      <Switch
        label={structureText.realtime}
        isOn={switches.realtime.isOn}
        disabled={switches.realtime.state.disabled}
        hint={switches.realtime.state.hint ?? switches.realtime.hint}
        onChange={() => panels?.switchRealtime(tableId)}
      />
    </div>
  )
}
