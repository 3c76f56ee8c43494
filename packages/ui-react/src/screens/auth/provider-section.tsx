/** The external providers as a list, and the settings of one of them in a panel. */
import type { AuthSection, ControlState, ProviderList, ProviderRow } from '@basedeck/core'
import { authProvidersText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { CopyTextButton } from '../../elements/copy-text-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { Section } from '../../elements/section.js'
import { SidePanel } from '../../elements/side-panel.js'
import { AuthSectionForm } from './auth-section-form.js'
import styles from './provider-section.module.css'

export interface ProviderSectionProps {
  list: ProviderList
  mayChange: ControlState
}

export function ProviderSection({ list, mayChange }: ProviderSectionProps) {
  const rows = useStore(list.$rows)
  const opened = useStore(list.$opened)
  const last = useLast(opened)
  return (
    <>
      <Section title={text.title} description={text.body} isFlush>
        <DataList
          label={text.title}
          state={rows}
          columns={columnsOf(list)}
          keyOf={({ name }) => name}
          empty={{ title: text.none }}
        />
      </Section>
      {last && <Panel list={list} section={last} isOpen={opened !== null} mayChange={mayChange} />}
    </>
  )
}

function columnsOf({ open }: ProviderList): DataListColumn<ProviderRow>[] {
  return [
    { key: 'name', label: text.columns.name, isRowHeader: true, cell: ({ label }) => label },
    {
      key: 'state',
      label: text.columns.state,
      cell: ({ isOn, state }) => <Badge tone={isOn ? 'good' : 'quiet'}>{state}</Badge>,
    },
    {
      key: 'actions',
      label: text.columns.actions,
      isHiddenLabel: true,
      align: 'end',
      isNarrow: true,
      cell: ({ name, label }) => (
        <Button aria-label={text.openLabel(label)} onClick={() => open(name)}>
          {text.open}
        </Button>
      ),
    },
  ]
}

interface PanelProps extends ProviderSectionProps {
  section: AuthSection
  isOpen: boolean
}

function Panel({ list, section, isOpen, mayChange }: PanelProps) {
  const callback = useStore(list.$callback)
  return (
    <SidePanel open={isOpen} title={section.title} closeLabel={text.close} isWide onClose={list.close}>
      <div className={styles['panel']}>
        <AuthSectionForm key={section.name} section={section} mayChange={mayChange} />
        <Section
          title={text.callback}
          actions={<CopyTextButton label={text.copyCallback} onCopy={list.copyCallback} />}
        >
          <code className={styles['address']}>{callback}</code>
        </Section>
      </div>
    </SidePanel>
  )
}
