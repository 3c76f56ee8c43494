/** The texts to start from, behind a button: a search field and the list. The arrow keys move through it. */
import { Popover } from '@base-ui/react/popover'
import type { EditorPanel } from '@basedeck/core'
import { editorPanelText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import type { KeyboardEvent } from 'react'
import { useMenuState } from '../bind/use-menu-state.js'
import { ChoiceButton } from '../elements/choice-button.js'
import { usePortalContainer } from '../elements/portal-container.js'
import { SearchField } from '../elements/search-field.js'
import { TemplateList } from '../widgets/template-list/template-list.js'
import styles from './template-picker.module.css'

export interface TemplatePickerProps {
  panel: EditorPanel
  /** After one was chosen. */
  onUse(): void
}

export function TemplatePicker({ panel, onUse }: TemplatePickerProps) {
  const { open: isOpen, onOpenChange: setOpen } = useMenuState()
  const use = (id: string) => {
    panel.use(id)
    setOpen(false)
    onUse()
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger render={<ChoiceButton name="" value={editorPanelText.templates} />} />
      <Popover.Portal container={usePortalContainer()}>
        <Popover.Positioner align="end" sideOffset={4} className={styles['positioner']}>
          <Popover.Popup
            className={styles['popup']}
            aria-label={editorPanelText.templates}
            onKeyDown={goAlong}
          >
            <SearchField
              label={editorPanelText.findTemplate}
              value={useStore(panel.$find)}
              onChange={panel.find}
            />
            <TemplateList templates={panel} onUse={use} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

function goAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (step === undefined) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  stops[(at + step + stops.length) % stops.length]?.focus()
}
