/** The settings of PostgreSQL: a list to find one in, and the panel that changes it. */
import type { ServerSettingsPart, SettingPanel } from '@basedeck/core'
import { serverSettingsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { FactList } from '../../elements/fact-list.js'
import { Form } from '../../elements/form.js'
import { SearchField } from '../../elements/search-field.js'
import { Select } from '../../elements/select.js'
import { SelectField } from '../../elements/select-field.js'
import { SidePanel } from '../../elements/side-panel.js'
import { TextButton } from '../../elements/text-link.js'
import { TextField } from '../../elements/text-field.js'
import { DiscardQuestion } from '../parts/change-side.js'
import styles from './info-page.module.css'

type ServerSetting = SettingPanel['setting']

export function ServerSettings({ part }: { part: ServerSettingsPart }) {
  const refused = useStore(part.$refused)
  const shown = useStore(part.$shown)
  const panel = useStore(part.$panel)
  const last = useLast(panel)
  return (
    <>
      <div className={styles['find']}>
        <SearchField label={text.search} value={useStore(part.$search)} onChange={part.search} />
        <Select label={text.show} value={shown} choices={part.choices} onChoose={part.show} />
      </div>
      {refused !== null && (
        <div className={styles['pad']}>
          <ErrorAlert title={refused.title} remarks={[refused.reason]} />
        </div>
      )}
      <DataList
        label={text.list}
        state={useStore(part.$settings)}
        columns={columnsOf(part)}
        keyOf={({ name }) => name}
        empty={{ title: shown === 'changed' ? text.noneChanged : text.none }}
      />
      <SidePanel
        open={panel !== null}
        title={last?.setting.name ?? ''}
        closeLabel={text.close}
        onClose={() => panel?.leave()}
      >
        {last && <Setting key={last.setting.name} part={part} panel={last} />}
      </SidePanel>
      {panel && <DiscardQuestion panel={panel} />}
    </>
  )
}

function Setting({ part, panel }: { part: ServerSettingsPart; panel: SettingPanel }) {
  const { setting, form } = panel
  const { disabled, hint } = useStore(part.$mayChange)
  const isResetting = useStore(panel.$isResetting)
  const choices = choicesOf(setting)
  return (
    <div className={styles['setting']}>
      <p>{setting.description}</p>
      <FactList facts={panel.facts} />
      {setting.fixed !== null ? (
        <p role="note">{setting.fixed}</p>
      ) : (
        <Form
          form={form}
          label={setting.name}
          submitLabel={panel.submitLabel}
          sendingLabel={text.saving}
          isEdit
          note={hint}
          buttons={
            panel.resetLabel !== null &&
            !disabled && (
              <Button aria-disabled={isResetting} onClick={() => void panel.reset()}>
                {panel.resetLabel}
              </Button>
            )
          }
        >
          {choices ? (
            <SelectField form={form} name="value" label={text.value} choices={choices} disabled={disabled} />
          ) : (
            <TextField
              form={form}
              name="value"
              label={text.value}
              hint={text.valueHint}
              isCode
              takesFocus
              disabled={disabled}
            />
          )}
        </Form>
      )}
    </div>
  )
}

function choicesOf({ type, choices, value }: ServerSetting) {
  const values = type === 'bool' ? ['on', 'off'] : choices
  return values && [...new Set([...values, value])].map((one) => ({ value: one, label: one }))
}

const columnsOf = (part: ServerSettingsPart): readonly DataListColumn<ServerSetting>[] => [
  {
    key: 'name',
    label: text.columns.name,
    isRowHeader: true,
    isNarrow: true,
    cell: ({ name }) => (
      <TextButton aria-haspopup="dialog" aria-label={text.open(name)} onClick={() => part.open(name)}>
        <code>{name}</code>
      </TextButton>
    ),
  },
  {
    key: 'value',
    label: text.columns.value,
    cell: ({ value, is_changed: isChanged, fixed }) => (
      <span className={styles['value']}>
        <code>{value}</code>
        {isChanged && <Badge tone="accent">{text.changed}</Badge>}
        {fixed !== null && (
          <Badge tone="quiet" title={fixed}>
            {text.fixed}
          </Badge>
        )}
      </span>
    ),
  },
  { key: 'category', label: text.columns.category, cell: ({ category }) => category },
  {
    key: 'effect',
    label: text.columns.effect,
    isNarrow: true,
    cell: ({ effect, fixed }) => (fixed === null ? text.effects[effect] : ''),
  },
]
