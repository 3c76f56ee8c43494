import type { GitHostRow, OrganizationIntegrationsScreen } from '@basedeck/core'
import { gitHostsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Badge } from '../../elements/badge.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { Name } from '../../elements/name.js'
import { Page } from '../../elements/page.js'
import { Section } from '../../elements/section.js'
import { SelectField } from '../../elements/select-field.js'
import { TextField } from '../../elements/text-field.js'
import { Time } from '../../elements/time.js'
import styles from './organization-integrations.module.css'

const text = gitHostsText.organization

export function OrganizationIntegrations({ screen }: { screen: OrganizationIntegrationsScreen }) {
  const hosts = useStore(screen.$hosts)
  const connect = (
    <ControlButton kind="primary" controlState={useStore(screen.$mayConnect)} onClick={screen.connect}>
      {text.connect}
    </ControlButton>
  )
  const isEmpty = hosts.status === 'ready' && hosts.data.length === 0
  return (
    <Page title={screen.title} description={text.lead} width="list">
      <Section title={text.title} description={text.body} actions={isEmpty ? undefined : connect} isFlush>
        <DataList
          label={text.title}
          state={hosts}
          columns={useColumns(screen)}
          keyOf={({ id }) => id}
          empty={{ title: text.none, body: text.noneBody, action: connect }}
        />
      </Section>
      <Connect screen={screen} />
      <Disconnect screen={screen} />
    </Page>
  )
}

function useColumns(screen: OrganizationIntegrationsScreen): DataListColumn<GitHostRow>[] {
  const { columns } = text
  const mayCheck = useStore(screen.$mayCheck)
  const mayDisconnect = useStore(screen.$mayDisconnect)
  const checking = useStore(screen.$checking)
  return [
    {
      key: 'host',
      label: columns.host,
      isRowHeader: true,
      cell: ({ kindLabel, address }) => (
        <span className={styles['lines']}>
          <Name>{kindLabel}</Name>
          <small>{address}</small>
        </span>
      ),
    },
    { key: 'login', label: columns.login, cell: ({ login }) => <Name>{login}</Name> },
    {
      key: 'state',
      label: columns.state,
      cell: ({ badge, problem }) => (
        <span className={styles['lines']}>
          <Badge tone={badge.tone}>{badge.label}</Badge>
          {problem !== null && <small>{problem}</small>}
        </span>
      ),
    },
    {
      key: 'projects',
      label: columns.projects,
      cell: ({ projects }) =>
        projects.length === 0 ? (
          text.noProjects
        ) : (
          <span className={styles['lines']}>
            {projects.map(({ ref, name, repository, branch }) => (
              <span key={ref}>
                <Name>{name}</Name>
                <small>
                  {repository} · {branch}
                </small>
              </span>
            ))}
          </span>
        ),
    },
    { key: 'checked', label: columns.checked, cell: ({ checked_at }) => <Time at={checked_at} /> },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      align: 'end',
      cell: (row) => (
        <span className={styles['actions']}>
          <ControlButton
            kind="ghost"
            aria-label={text.checkNamed(row.address)}
            aria-disabled={checking === row.id}
            controlState={mayCheck}
            onClick={() => void screen.check(row)}
          >
            {text.check}
          </ControlButton>
          <ControlButton
            kind="ghost"
            aria-label={text.disconnectNamed(row.address)}
            controlState={mayDisconnect}
            onClick={() => screen.disconnection.ask(row)}
          >
            {text.disconnect}
          </ControlButton>
        </span>
      ),
    },
  ]
}

function Connect({ screen }: { screen: OrganizationIntegrationsScreen }) {
  const { form } = screen
  return (
    <FormDialog
      open={useStore(screen.$isConnecting)}
      title={text.connectTitle}
      remark={text.connectBody}
      form={form}
      submitLabel={text.submit}
      sendingLabel={text.sending}
      isSecret
      onClose={screen.closeConnect}
    >
      <SelectField form={form} name="kind" label={text.kind} choices={screen.kinds} />
      <TextField
        form={form}
        name="address"
        label={text.address}
        hint={text.addressHint}
        type="url"
        isCode
        isOptional
      />
      <TextField form={form} name="token" label={text.token} hint={text.tokenHint} type="password" />
    </FormDialog>
  )
}

function Disconnect({ screen: { disconnection } }: { screen: OrganizationIntegrationsScreen }) {
  const state = useStore(disconnection.$state)
  const last = useLast(state.status === 'open' ? state.subject : null)
  return (
    <Confirm
      question={disconnection}
      title={({ address }) => text.disconnectTitle(address)}
      confirmLabel={text.disconnect}
    >
      {text.disconnectBody(last?.projects.length ?? 0)}
    </Confirm>
  )
}
