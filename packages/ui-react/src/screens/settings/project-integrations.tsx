import type { ProjectIntegrationsScreen, RepositoryView } from '@basedeck/core'
import { gitHostsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { FactList } from '../../elements/fact-list.js'
import { FieldFrame, useField } from '../../elements/field.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { LinkButton } from '../../elements/link-button.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Name } from '../../elements/name.js'
import { Page } from '../../elements/page.js'
import { Section } from '../../elements/section.js'
import { SelectField } from '../../elements/select-field.js'
import { SuggestInput } from '../../elements/suggest-input.js'
import { TextField } from '../../elements/text-field.js'
import { Time } from '../../elements/time.js'
import { Gated } from '../parts/gated.js'
import { PartSkeleton } from '../info-pages/part-skeleton.js'
import styles from './project-integrations.module.css'

const text = gitHostsText.project

export function ProjectIntegrations({ screen }: { screen: ProjectIntegrationsScreen }) {
  const view = useStore(screen.$view)
  const connected = view.status === 'ready' && view.data.type === 'connected' ? view.data.repository : null
  const mayChange = useStore(screen.$mayChange)
  return (
    <Page title={screen.title} description={text.lead}>
      <Gated gate={screen.gate}>
        <Section
          title={text.title}
          isFlush
          {...(connected
            ? {
                actions: (
                  <span className={styles['buttons']}>
                    <ControlButton controlState={mayChange} onClick={screen.choose}>
                      {text.change}
                    </ControlButton>
                    <ControlButton controlState={mayChange} onClick={() => screen.removal.ask(connected)}>
                      {text.remove}
                    </ControlButton>
                  </span>
                ),
              }
            : {})}
        >
          {view.status === 'loading' ? (
            <PartSkeleton />
          ) : view.status === 'failed' ? (
            <LoadFailure message={view.error.message} onRetry={view.retry} />
          ) : (
            <Shown view={view.data} screen={screen} />
          )}
        </Section>
        <Choose screen={screen} />
        <Confirm
          question={screen.removal}
          title={({ repository }) => text.removeTitle(repository)}
          confirmLabel={text.remove}
        >
          {text.removeBody}
        </Confirm>
      </Gated>
    </Page>
  )
}

function Shown({ view, screen }: { view: RepositoryView; screen: ProjectIntegrationsScreen }) {
  const mayChange = useStore(screen.$mayChange)
  const hostsHref = useStore(screen.$hostsHref)
  switch (view.type) {
    case 'no-hosts':
      return (
        <EmptyState title={text.noHosts} body={text.noHostsBody}>
          {hostsHref !== null && <LinkButton href={hostsHref}>{text.toHosts}</LinkButton>}
        </EmptyState>
      )
    case 'none':
      return (
        <EmptyState title={text.none} body={text.noneBody}>
          <ControlButton kind="primary" controlState={mayChange} onClick={screen.choose}>
            {text.choose}
          </ControlButton>
        </EmptyState>
      )
    case 'connected': {
      const { repository, branch, inserted_at } = view.repository
      return (
        <div className={styles['facts']}>
          <FactList
            facts={[
              { key: 'repository', label: text.repository, value: <Name>{repository}</Name> },
              { key: 'branch', label: text.branch, value: <Name>{branch}</Name> },
              { key: 'host', label: text.host, value: view.hostLabel },
              { key: 'since', label: text.since, value: <Time at={inserted_at} /> },
            ]}
          />
        </div>
      )
    }
  }
}

function Choose({ screen }: { screen: ProjectIntegrationsScreen }) {
  const { form } = screen
  return (
    <FormDialog
      open={useStore(screen.$isChoosing)}
      title={text.chooseTitle}
      form={form}
      submitLabel={text.submit}
      sendingLabel={text.sending}
      onClose={screen.closeChoose}
    >
      <SelectField form={form} name="host_id" label={text.host} choices={useStore(screen.$hosts)} />
      <RepositoryField screen={screen} />
      <TextField form={form} name="branch" label={text.branch} hint={text.branchHint} isCode isOptional />
    </FormDialog>
  )
}

function RepositoryField({ screen: { form, $suggestions } }: { screen: ProjectIntegrationsScreen }) {
  const { names, problem: unlisted } = useStore($suggestions)
  const hint = unlisted ?? text.repositoryHint
  const { id, value, problem, set, control } = useField({
    form,
    name: 'repository',
    label: text.repository,
    hint,
  })
  const words = value.toLowerCase()
  return (
    <FieldFrame id={id} label={text.repository} hint={hint} problem={problem}>
      <SuggestInput
        {...control}
        id={id}
        value={value}
        listLabel={text.repository}
        suggestions={names
          .filter((name) => name.toLowerCase().includes(words))
          .map((name) => ({ value: name, note: '' }))}
        onType={set}
      />
    </FieldFrame>
  )
}
