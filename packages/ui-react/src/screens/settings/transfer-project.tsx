/** The organization that a project is transferred to. */
import type { ProjectSettingsScreen } from '@basedeck/core'
import { settingsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ControlButton } from '../../elements/control-button.js'
import { Section } from '../../elements/section.js'
import { Select } from '../../elements/select.js'

const text = settingsText.general

export function TransferProject({ screen }: { screen: ProjectSettingsScreen }) {
  const targets = useStore(screen.transfer.$targets)
  const target = useStore(screen.transfer.$target)
  const mayTransfer = useStore(screen.$mayTransfer)
  if (targets?.length === 0) {
    return <Section title={text.transfer} description={mayTransfer.hint ?? text.transferNowhere} />
  }
  return (
    <Section
      title={text.transfer}
      description={text.transferBody}
      footer={
        <>
          <Select
            label={text.transferTo}
            value={target}
            choices={[{ value: '', label: text.chooseTarget }, ...(targets ?? [])]}
            disabled={mayTransfer.disabled || targets === null}
            hint={mayTransfer.hint}
            onChoose={screen.transfer.choose}
          />
          <ControlButton
            isExplained
            controlState={mayTransfer}
            disabled={!mayTransfer.disabled && target === ''}
            onClick={screen.transfer.ask}
          >
            {text.transfer}
          </ControlButton>
        </>
      }
    />
  )
}
