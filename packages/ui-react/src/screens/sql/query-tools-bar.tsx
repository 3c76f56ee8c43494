/** What the toolbar offers around the text: roles, database, past and present runs, files. */
import { impersonationText, sqlRunningText as text, type QueryTools } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import {
  Activity,
  EllipsisVertical,
  FileDown,
  FileUp,
  History,
  Link2,
  PanelBottomClose,
  PanelBottomOpen,
} from 'lucide-react'
import { ActionMenu } from '../../elements/action-menu.js'
import { ChoiceButton } from '../../elements/choice-button.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { DatabaseMenu } from './database-menu.js'
import { HistoryPanel } from './history-panel.js'
import { ImpersonationDialog } from './impersonation-dialog.js'
import { RunningPanel } from './running-panel.js'

export function QueryToolsBar({ tools }: { tools: QueryTools }) {
  const { impersonation, history, running, files } = tools
  const acting = useStore(impersonation.$current)
  const showsResults = useStore(tools.$showsResults)
  const fileItems = [
    ...(files.canOpenFile
      ? [
          {
            label: text.openFile,
            icon: <Icon of={FileUp} size={14} />,
            onChoose: () => void files.openFile(),
          },
        ]
      : []),
    { label: text.saveFile, icon: <Icon of={FileDown} size={14} />, onChoose: files.saveFile },
    { label: text.copyLink, icon: <Icon of={Link2} size={14} />, onChoose: () => void tools.copyLink() },
  ]
  return (
    <>
      <ChoiceButton
        name={impersonationText.role}
        value={acting.label}
        aria-haspopup="dialog"
        data-on={acting.isOn}
        onClick={impersonation.open}
      />
      <DatabaseMenu databases={tools.databases} />
      <IconButton
        label={showsResults ? text.hideResults : text.showResults}
        icon={<Icon of={showsResults ? PanelBottomClose : PanelBottomOpen} size={14} />}
        aria-expanded={showsResults}
        onClick={tools.toggleResults}
      />
      <IconButton
        label={text.history}
        icon={<Icon of={History} size={14} />}
        aria-haspopup="dialog"
        onClick={history.openHistory}
      />
      <IconButton
        label={text.running}
        icon={<Icon of={Activity} size={14} />}
        aria-haspopup="dialog"
        onClick={running.openRunning}
      />
      <ActionMenu
        trigger={<IconButton label={text.files} icon={<Icon of={EllipsisVertical} size={14} />} />}
        groups={[{ items: fileItems }]}
      />
      <ImpersonationDialog picker={impersonation} />
      <HistoryPanel panel={history} />
      <RunningPanel panel={running} />
    </>
  )
}
