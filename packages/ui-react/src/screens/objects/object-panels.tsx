/** The form, the run or the question that is open over a list of objects. */
import type { ObjectPanels as Panels, OpenObject } from '@basedeck/core'
import { structureText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { SidePanel } from '../../elements/side-panel.js'
import { DiscardQuestion, SideFailure, SideLoading } from '../parts/change-side.js'
import { ChangeQuestion } from '../structure/change-question.js'
import { FunctionRunPanel } from './function-run.js'
import { ObjectForm } from './object-form.js'

type Side = Exclude<OpenObject, { kind: 'dialog' }>

export function ObjectPanels({ panels }: { panels: Panels }) {
  const open = useStore(panels.$open)
  const side = open && open.kind !== 'dialog' ? open : null
  const lastSide = useLast(side)
  const dialog = open?.kind === 'dialog' ? open : null
  const lastDialog = useLast(dialog)
  const leave = side?.kind === 'panel' ? side.panel.leave : panels.close
  return (
    <>
      <SidePanel
        open={side !== null}
        title={lastSide ? titleOf(lastSide) : ''}
        closeLabel={structureText.close}
        isWide
        isFlush
        startsInField
        onClose={leave}
      >
        {lastSide && <Content open={lastSide} />}
      </SidePanel>
      {side?.kind === 'panel' && <DiscardQuestion panel={side.panel} />}
      {lastDialog && <ChangeQuestion dialog={lastDialog.dialog} isOpen={dialog !== null} />}
    </>
  )
}

function titleOf(open: Side): string {
  if (open.kind === 'panel') return open.panel.title
  return open.kind === 'run' ? open.run.title : open.title
}

function Content({ open }: { open: Side }) {
  switch (open.kind) {
    case 'loading':
      return <SideLoading />
    case 'failed':
      return <SideFailure {...open} />
    case 'panel':
      return <ObjectForm panel={open.panel} />
    case 'run':
      return <FunctionRunPanel run={open.run} />
  }
}
