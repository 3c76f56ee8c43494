/** The panel of a new migration, and the panel with the SQL of one that was applied. */
import type { MigrationPanel, MigrationsScreen } from '@basedeck/core'
import { migrationsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Button } from '../../elements/button.js'
import { CopyButton } from '../../elements/copy-button.js'
import { Form } from '../../elements/form.js'
import { RadioCards } from '../../elements/radio-cards.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { SidePanel } from '../../elements/side-panel.js'
import { TextField } from '../../elements/text-field.js'
import { DiscardQuestion } from '../parts/change-side.js'
import { SqlList } from './sql-list.js'
import styles from './migrations.module.css'

const MODES = (['run', 'record'] as const).map((value) => ({ value, ...text.modes[value] }))

export function MigrationPanels({ screen }: { screen: MigrationsScreen }) {
  const panel = useStore(screen.$panel)
  const last = useLast(panel)
  const version = useStore(screen.$shown)
  const detail = useStore(screen.$detail)
  const lastVersion = useLast(version)
  const lastDetail = useLast(detail)
  return (
    <>
      <SidePanel
        open={panel !== null}
        title={last?.title ?? ''}
        closeLabel={text.close}
        isWide
        isFlush
        onClose={() => panel?.leave()}
      >
        {last && <MigrationForm panel={last} />}
      </SidePanel>
      {panel && <DiscardQuestion panel={panel} />}
      <SidePanel
        open={version !== null}
        title={text.sqlOf(lastVersion ?? '')}
        closeLabel={text.close}
        isWide
        onClose={screen.hide}
      >
        {lastDetail && (
          <RemoteContent state={lastDetail}>
            {({ name, statements }) =>
              statements === null ? (
                <p>{text.noSql}</p>
              ) : (
                <div className={styles['draft']}>
                  <header className={styles['head']}>
                    <p>{name ?? text.unnamed}</p>
                    <CopyButton label={text.copySql} onCopy={screen.copySql} />
                  </header>
                  <SqlList label={text.sqlOf(lastVersion ?? '')} items={statements.map((sql) => ({ sql }))} />
                </div>
              )
            }
          </RemoteContent>
        )}
      </SidePanel>
    </>
  )
}

function MigrationForm({ panel }: { panel: MigrationPanel }) {
  const { form } = panel
  const { mode } = useStore(form.$values)
  const isRunning = useStore(panel.$isRunning)
  return (
    <Form
      form={form}
      submitLabel={text.submit[mode]}
      sendingLabel={text.sending[mode]}
      label={panel.title}
      buttons={
        isRunning ? (
          <Button onClick={panel.cancelRun}>{text.cancelRun}</Button>
        ) : (
          <Button onClick={panel.leave}>{text.cancel}</Button>
        )
      }
      onDone={panel.close}
    >
      <TextField form={form} name="name" label={text.fields.name} hint={text.fields.nameHint} takesFocus />
      <TextField form={form} name="sql" label={text.fields.sql} hint={text.fields.sqlHint} isCode rows={14} />
      <RadioCards form={form} name="mode" label={text.fields.mode} choices={MODES} />
      <TextField
        form={form}
        name="version"
        label={text.fields.version}
        hint={text.fields.versionHint}
        inputMode="numeric"
        isCode
        isOptional
      />
    </Form>
  )
}
