import type { ProjectSettingsScreen } from '@basedeck/core'
import { pageTitles, settingsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ControlButton } from '../../elements/control-button.js'
import { Confirm, ConfirmByName } from '../../elements/confirm.js'
import { ConflictChoice } from '../../elements/conflict-choice.js'
import { Form } from '../../elements/form.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { Page } from '../../elements/page.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { SecretField } from '../../elements/secret-field.js'
import { Section } from '../../elements/section.js'
import { TextField } from '../../elements/text-field.js'
import { TransferProject } from './transfer-project.js'

const text = settingsText.general

export function ProjectSettings({ screen }: { screen: ProjectSettingsScreen }) {
  const project = useStore(screen.$project)
  const mayDelete = useStore(screen.$mayDelete)
  const mayLeave = useStore(screen.$mayLeave)
  const deleteBody = useStore(screen.$deleteBody)
  return (
    <Page title={screen.title} width="list">
      <RemoteContent state={project}>
        {() => (
          <>
            <General screen={screen} />
            <Availability screen={screen} />
            <Prepare screen={screen} />
            {mayLeave && (
              <>
                <TransferProject screen={screen} />
                <Section
                  title={text.deleteTitle}
                  description={deleteBody}
                  tone="danger"
                  footer={
                    <ControlButton
                      isExplained
                      kind="danger"
                      controlState={mayDelete}
                      onClick={screen.askDelete}
                    >
                      {text.delete}
                    </ControlButton>
                  }
                />
              </>
            )}
          </>
        )}
      </RemoteContent>
      <Confirm
        question={screen.pausing}
        title={({ name }) => text.pauseTitle(name)}
        confirmLabel={text.pause}
        kind="primary"
      >
        {text.pauseBody}
      </Confirm>
      <Confirm
        question={screen.transfer.question}
        title={({ project: { name }, target }) => text.transferTitle(name, target.label)}
        confirmLabel={text.transfer}
      >
        {text.transferWarning}
      </Confirm>
      <ConfirmByName
        question={screen.deletion}
        title={text.deleteQuestion}
        confirmLabel={text.delete}
        busyLabel={text.deleting}
      >
        <p>
          {deleteBody} {text.deleteWarning}
        </p>
      </ConfirmByName>
    </Page>
  )
}

function General({ screen }: { screen: ProjectSettingsScreen }) {
  const { disabled, hint } = useStore(screen.$mayRename)
  const { form } = screen.edit
  return (
    <Section title={pageTitles.projectSettings} isFlush>
      <Form form={form} submitLabel={text.save} sendingLabel={text.saving} isEdit note={hint}>
        <TextField form={form} name="name" label={text.name} disabled={disabled} />
        <SecretField label={text.ref} value={screen.ref} note={text.refHint} onCopy={screen.copyRef} />
        <ConflictChoice edit={screen.edit} labels={{ name: text.name }} />
      </Form>
    </Section>
  )
}

function Prepare({ screen }: { screen: ProjectSettingsScreen }) {
  const mayPrepare = useStore(screen.$mayPrepare)
  const mayOpen = useStore(screen.$mayOpenPrepareSql)
  if (!mayPrepare) return null
  return (
    <Section
      title={text.prepare}
      description={text.prepareBody}
      footer={
        <ControlButton isExplained controlState={mayOpen} onClick={() => void screen.openPrepareSql()}>
          {text.openPrepareSql}
        </ControlButton>
      }
    />
  )
}

function Availability({ screen }: { screen: ProjectSettingsScreen }) {
  const { body, action, label } = useStore(screen.$availability)
  const mayPause = useStore(screen.$mayPause)
  const isResuming = useStore(screen.$isResuming)
  const problem = useStore(screen.$resumeProblem)
  return (
    <Section
      title={text.availability}
      description={body}
      footer={
        action && (
          <>
            <ControlButton
              isExplained
              controlState={mayPause}
              aria-disabled={isResuming}
              onClick={screen.changeAvailability}
            >
              {isResuming ? text.resuming : label}
            </ControlButton>
          </>
        )
      }
    >
      {problem === null ? undefined : <ErrorAlert title={problem} />}
    </Section>
  )
}
