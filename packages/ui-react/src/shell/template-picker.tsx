/** The texts to start from, behind a button: a search field over their list. */
import { Popover } from '@base-ui/react/popover'
import type { EditorPanel } from '@basedeck/core'
import { editorPanelText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { useMenuState } from '../bind/use-menu-state.js'
import { ChoiceButton } from '../elements/choice-button.js'
import { Combobox, ComboboxList, ComboboxOption } from '../elements/combobox.js'
import { usePortalContainer } from '../elements/portal-container.js'
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
          <Popover.Popup className={styles['popup']} aria-label={editorPanelText.templates}>
            <Templates panel={panel} onUse={use} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Templates({ panel, onUse }: { panel: EditorPanel; onUse(id: string): void }) {
  const groups = useStore(panel.$templates)
  const id = useId()
  return (
    <Combobox
      label={editorPanelText.findTemplate}
      words={useStore(panel.$find)}
      start={groups[0]?.entries[0]?.id ?? null}
      onType={panel.find}
      onTake={onUse}
    >
      <div role="status">
        {groups.length === 0 && <p className={styles['none']}>{editorPanelText.noTemplate}</p>}
      </div>
      <ComboboxList label={editorPanelText.templates} className={styles['list']}>
        {groups.map(({ kind, label, entries }) => (
          <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
            <div id={`${id}-${kind}`} className={styles['kind']}>
              {label}
            </div>
            {entries.map((entry) => (
              <ComboboxOption key={entry.id} value={entry.id} className={styles['template']}>
                {entry.title}
                <small>{entry.description}</small>
              </ComboboxOption>
            ))}
          </div>
        ))}
      </ComboboxList>
    </Combobox>
  )
}
