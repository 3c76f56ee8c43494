/** What applications may do with the files of each bucket. */
import type { ListedPolicy, PolicyForm, PolicyGroup, StoragePoliciesScreen } from '@basedeck/core'
import { shellText, storageText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { useLast } from '../../bind/use-last.js'
import { Button } from '../../elements/button.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { FieldNotes } from '../../elements/field.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { Icon } from '../../elements/icon.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Page } from '../../elements/page.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { Scroller } from '../../elements/scroller.js'
import { Section } from '../../elements/section.js'
import { SelectField } from '../../elements/select-field.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextField } from '../../elements/text-field.js'
import { SqlText } from '../../widgets/sql-text/sql-text.js'
import { Gated } from '../parts/gated.js'
import pageStyles from './storage-page.module.css'
import { StoragePanel } from './storage-panel.js'
import styles from './storage-policies.module.css'

const text = storageText.policies

export function StoragePolicies({ screen }: { screen: StoragePoliciesScreen }) {
  return (
    <section className={pageStyles['page']}>
      <StoragePanel list={screen.list} />
      <div className={pageStyles['padded']}>
        <Page title={screen.title} description={text.lead} width="list">
          <Gated gate={screen.gate}>
            <Groups screen={screen} />
          </Gated>
        </Page>
      </div>
      <NewPolicy screen={screen} />
      <Confirm
        question={screen.deletion}
        title={({ name }) => text.removeTitle(name)}
        confirmLabel={text.remove}
      >
        <p>{text.removeBody}</p>
      </Confirm>
    </section>
  )
}

function Groups({ screen }: { screen: StoragePoliciesScreen }) {
  const view = useStore(screen.$view)
  if (view.status === 'loading') return <Skeleton label={shellText.loading} lines={6} />
  if (view.status === 'failed')
    return <LoadFailure title={text.failed} message={view.message} onRetry={view.retry} />
  return view.groups.map((group) => <Group key={group.title} screen={screen} group={group} />)
}

function columnsOf({ actionsOf }: StoragePoliciesScreen): DataListColumn<ListedPolicy>[] {
  return [
    { key: 'name', label: text.columns.name, isRowHeader: true, cell: ({ name }) => name },
    { key: 'command', label: text.columns.command, isNarrow: true, cell: ({ command }) => command },
    { key: 'roles', label: text.columns.roles, cell: ({ roles }) => roles },
    {
      key: 'definition',
      label: text.columns.definition,
      cell: ({ definition }) => <code className={styles['code']}>{definition}</code>,
    },
    {
      key: 'actions',
      label: text.menu(''),
      isHiddenLabel: true,
      isNarrow: true,
      cell: ({ name }) => <RowMenuButton label={text.menu(name)} actions={() => actionsOf(name)} />,
    },
  ]
}

function Group({ screen, group }: { screen: StoragePoliciesScreen; group: PolicyGroup }) {
  const mayChange = useStore(screen.$mayChange)
  const { bucket, title, note, policies } = group
  return (
    <Section
      title={title}
      description={note}
      isFlush
      actions={
        bucket !== null && (
          <ControlButton
            icon={<Icon of={Plus} size={14} />}
            controlState={mayChange}
            onClick={() => screen.create(bucket)}
          >
            {text.create}
          </ControlButton>
        )
      }
    >
      <DataList
        label={title}
        state={{ status: 'ready', data: policies }}
        keyOf={({ name }: ListedPolicy) => name}
        columns={columnsOf(screen)}
        empty={{ title: bucket === null ? text.noneAtAll : text.none }}
      />
    </Section>
  )
}

function NewPolicy({ screen }: { screen: StoragePoliciesScreen }) {
  const open = useStore(screen.$form)
  const shown = useLast(open)
  return shown && <PolicyDialog key={shown.bucket} shown={shown} isOpen={open !== null} />
}

function PolicyDialog({ shown, isOpen }: { shown: PolicyForm; isOpen: boolean }) {
  const { form } = shown
  const sql = useStore(shown.$sql)
  return (
    <FormDialog
      open={isOpen}
      title={shown.title}
      form={form}
      submitLabel={text.save}
      sendingLabel={text.saving}
      note={
        <Button kind="ghost" disabled={sql === ''} onClick={shown.edit}>
          {text.edit}
        </Button>
      }
      onClose={shown.close}
      onDone={shown.close}
    >
      <Templates shown={shown} />
      <TextField form={form} name="name" label={text.name} />
      <Operations shown={shown} />
      <TextField form={form} name="roles" label={text.roles} hint={text.rolesHint} isCode isOptional />
      <TextField
        form={form}
        name="condition"
        label={text.condition}
        hint={text.conditionHint}
        isCode
        isOptional
        rows={2}
      />
      {sql !== '' && (
        <div>
          <h3 className={styles['label']}>{text.sql}</h3>
          <Scroller aria-label={text.sql} className={styles['sql']}>
            <SqlText>{sql}</SqlText>
          </Scroller>
        </div>
      )}
    </FormDialog>
  )
}

/** A template fills in the other fields. */
function Templates({ shown }: { shown: PolicyForm }) {
  const form = { ...shown.form, set: (_field: string, value: unknown) => shown.choose(value as never) }
  return <SelectField form={form} name="template" label={text.template} choices={shown.templates} />
}

function Operations({ shown }: { shown: PolicyForm }) {
  const { operations } = useStore(shown.form.$values)
  const problem = useStore(shown.form.$problems).operations
  const needs = useStore(shown.$needs)
  return (
    <fieldset className={styles['operations']}>
      <legend className={styles['label']}>{text.operations}</legend>
      <div className={styles['choices']}>
        {shown.operations.map((operation) => (
          <label key={operation} className={styles['choice']}>
            <input
              type="checkbox"
              name="operations"
              checked={operations.includes(operation)}
              onChange={() => shown.toggle(operation)}
            />
            <code>{operation}</code>
          </label>
        ))}
      </div>
      <FieldNotes id="operations" hint={needs === '' ? undefined : needs} problem={problem} />
    </fieldset>
  )
}
