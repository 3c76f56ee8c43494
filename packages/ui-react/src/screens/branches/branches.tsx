/** Which branches there are, what is off in them, and which columns they don't show. */
import type { BranchesScreen, BranchView, ControlState, MaskView, QuietPart } from '@basedeck/core'
import { branchesText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge, type BadgeTone } from '../../elements/badge.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { Page } from '../../elements/page.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { Section } from '../../elements/section.js'
import { SelectField } from '../../elements/select-field.js'
import { TextField } from '../../elements/text-field.js'
import { TextLink } from '../../elements/text-link.js'
import { Time } from '../../elements/time.js'
import { TypeToConfirmDialog } from '../../elements/type-to-confirm-dialog.js'
import { Gated } from '../parts/gated.js'
import styles from './branches.module.css'

const KINDS: Readonly<Record<BranchView['kind'], BadgeTone>> = {
  production: 'busy',
  persistent: 'accent',
  preview: 'plain',
}
const STATUSES: Readonly<Partial<Record<BranchView['status'], BadgeTone>>> = {
  ACTIVE_HEALTHY: 'good',
  ACTIVE_UNHEALTHY: 'bad',
  INIT_FAILED: 'bad',
  COMING_UP: 'accent',
  RESTORING: 'accent',
}

export function Branches({ screen }: { screen: BranchesScreen }) {
  return (
    <Page title={screen.title} description={text.body} width="list">
      <Gated gate={screen.gate}>
        <BranchList screen={screen} />
        <QuietBranches screen={screen} />
        <Masks screen={screen} />
        <NewBranch screen={screen} />
        <EditBranch screen={screen} />
        <Questions screen={screen} />
      </Gated>
    </Page>
  )
}

function BranchList({ screen }: { screen: BranchesScreen }) {
  const create = (
    <ControlButton kind="primary" controlState={useStore(screen.$create)} onClick={screen.create}>
      {text.create}
    </ControlButton>
  )
  return (
    <Section title={text.list} description={text.listBody} actions={create} isFlush>
      <DataList
        label={text.list}
        state={useStore(screen.$branches)}
        columns={columnsOf(screen)}
        keyOf={({ id }) => id}
        empty={{ title: text.none, body: text.noneBody }}
      />
    </Section>
  )
}

function columnsOf(screen: BranchesScreen): DataListColumn<BranchView>[] {
  const { columns } = text
  return [
    {
      key: 'name',
      label: columns.name,
      isRowHeader: true,
      cell: ({ name, href, isOpen }) => (
        <>
          <TextLink href={href}>
            <bdi>{name}</bdi>
          </TextLink>{' '}
          {isOpen && <Badge tone="quiet">{text.here}</Badge>}
        </>
      ),
    },
    {
      key: 'kind',
      label: columns.kind,
      cell: ({ kind, kindLabel }) => <Badge tone={KINDS[kind]}>{kindLabel}</Badge>,
    },
    {
      key: 'status',
      label: columns.status,
      cell: ({ status, statusLabel, isResetRefused, problem }) => (
        <div className={styles['status']}>
          <Badge tone={isResetRefused ? 'bad' : (STATUSES[status] ?? 'quiet')}>{statusLabel}</Badge>
          {problem !== null && <span className={styles['problem']}>{problem}</span>}
        </div>
      ),
    },
    { key: 'git', label: columns.git, cell: ({ gitBranch }) => <bdi>{gitBranch}</bdi> },
    { key: 'created', label: columns.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { key: 'size', label: columns.size, align: 'end', cell: ({ size }) => size },
    {
      key: 'ends',
      label: columns.ends,
      cell: ({ endsAt }) => (endsAt === null ? text.never : <Time at={endsAt} />),
    },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      align: 'end',
      cell: (row) => <RowMenuButton label={text.more(row.name)} actions={() => screen.actions(row)} />,
    },
  ]
}

function QuietBranches({ screen }: { screen: BranchesScreen }) {
  const quiet = useStore(screen.$quiet)
  const mayChange = useStore(screen.$mayChange)
  if (quiet.length === 0) return null
  return (
    <Section title={text.off} description={text.offBody} isFlush>
      <DataList
        label={text.off}
        state={{ status: 'ready', data: quiet }}
        keyOf={({ key }) => key}
        columns={quietColumnsOf(screen, mayChange)}
        empty={{ title: text.off }}
      />
    </Section>
  )
}

function quietColumnsOf(screen: BranchesScreen, mayChange: ControlState): DataListColumn<QuietPart>[] {
  const { offColumns: columns } = text
  return [
    { key: 'part', label: columns.part, isRowHeader: true, cell: ({ label }) => label },
    { key: 'branch', label: columns.branch, cell: ({ branchName }) => <bdi>{branchName}</bdi> },
    {
      key: 'on',
      label: text.turnOn,
      isHiddenLabel: true,
      align: 'end',
      cell: (part) => (
        <ControlButton
          kind="ghost"
          controlState={mayChange}
          aria-label={text.turnOnIn(part.label, part.branchName)}
          onClick={() => void screen.turnOn(part)}
        >
          {text.turnOn}
        </ControlButton>
      ),
    },
  ]
}

function Masks({ screen }: { screen: BranchesScreen }) {
  const mayMask = useStore(screen.$mayMask)
  const add = (
    <ControlButton controlState={mayMask} onClick={screen.mask}>
      {text.addMask}
    </ControlButton>
  )
  return (
    <Section title={text.masks} description={text.masksBody} actions={add} isFlush>
      <DataList
        label={text.masks}
        state={useStore(screen.$masks)}
        columns={maskColumnsOf(screen)}
        keyOf={({ label }) => label}
        empty={{ title: text.noMasks, body: text.noMasksBody }}
      />
      <FormDialog
        open={useStore(screen.$isMasking)}
        title={text.maskTitle}
        form={screen.maskForm}
        submitLabel={text.maskSubmit}
        sendingLabel={text.saving}
        onClose={screen.closeMask}
      >
        <TextField form={screen.maskForm} name="schema" label={text.maskLabels.schema} />
        <TextField form={screen.maskForm} name="table" label={text.maskLabels.table} takesFocus />
        <TextField form={screen.maskForm} name="column" label={text.maskLabels.column} />
        <TextField
          form={screen.maskForm}
          name="expression"
          label={text.maskLabels.expression}
          hint={text.maskHint}
        />
      </FormDialog>
    </Section>
  )
}

function maskColumnsOf(screen: BranchesScreen): DataListColumn<MaskView>[] {
  return [
    {
      key: 'column',
      label: text.maskColumns.column,
      isRowHeader: true,
      cell: ({ label }) => <bdi>{label}</bdi>,
    },
    {
      key: 'expression',
      label: text.maskColumns.expression,
      cell: ({ expression }) => <code>{expression}</code>,
    },
    {
      key: 'actions',
      label: text.maskColumns.actions,
      isHiddenLabel: true,
      align: 'end',
      cell: (mask) => (
        <RowMenuButton
          label={text.more(mask.label)}
          actions={() => [
            {
              id: 'remove',
              label: text.removeMask(mask.label),
              isDangerous: true,
              ...hintOf(screen.$mayMask.get()),
              run: () => void screen.removeMask(mask),
            },
          ]}
        />
      ),
    },
  ]
}

function hintOf({ hint }: ControlState): { hint?: string } {
  return hint === undefined ? {} : { hint }
}

function NewBranch({ screen }: { screen: BranchesScreen }) {
  const { form } = screen
  const { content, kind } = useStore(form.$values)
  return (
    <FormDialog
      open={useStore(screen.$isCreating)}
      title={text.createTitle}
      remark={text.createBody}
      form={form}
      submitLabel={text.createSubmit}
      sendingLabel={text.creating}
      onClose={screen.closeCreate}
    >
      <TextField form={form} name="branch_name" label={text.labels.branch_name} takesFocus />
      <SelectField form={form} name="content" label={text.labels.content} choices={text.contents} />
      {content === 'moment' && (
        <TextField form={form} name="moment" label={text.labels.moment} hint={text.hints.moment} />
      )}
      <SelectField form={form} name="kind" label={text.labels.kind} choices={text.kinds} />
      {kind === 'preview' && (
        <TextField
          form={form}
          name="ttl_hours"
          label={text.labels.ttl_hours}
          hint={text.hints.ttl_hours}
          inputMode="numeric"
        />
      )}
      <TextField form={form} name="git_branch" label={text.labels.git_branch} hint={text.hints.git_branch} />
    </FormDialog>
  )
}

function EditBranch({ screen }: { screen: BranchesScreen }) {
  const edited = useStore(screen.$edited)
  const { editForm: form } = screen
  return (
    <FormDialog
      open={edited !== null}
      title={text.editTitle(edited?.name ?? '')}
      form={form}
      submitLabel={text.editSubmit}
      sendingLabel={text.saving}
      onClose={screen.closeEdit}
    >
      <TextField form={form} name="branch_name" label={text.labels.branch_name} takesFocus />
      <SelectField form={form} name="kind" label={text.labels.kind} choices={text.kinds} />
      <TextField form={form} name="git_branch" label={text.labels.git_branch} hint={text.hints.git_branch} />
    </FormDialog>
  )
}

function Questions({ screen }: { screen: BranchesScreen }) {
  const removal = useStore(screen.removal.$state)
  const name = removal.status === 'open' ? removal.subject.name : ''
  return (
    <>
      <Confirm
        question={screen.resetting}
        title={(row) => text.resetTitle(row.name)}
        confirmLabel={text.resetConfirm}
      >
        {text.resetBody}
      </Confirm>
      <TypeToConfirmDialog
        open={removal.status === 'open'}
        title={text.removeTitle}
        name={name}
        confirmLabel={text.removeConfirm}
        busyLabel={text.removingLabel}
        isBusy={removal.status === 'open' && removal.isBusy}
        problem={removal.status === 'open' ? removal.problem : undefined}
        onCancel={screen.removal.cancel}
        onConfirm={() => void screen.removal.confirm()}
      >
        {text.removeBody(name)}
      </TypeToConfirmDialog>
    </>
  )
}
