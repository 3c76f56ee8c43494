/** The migration in progress, which can be edited where it is shown. */
import type { MigrationsScreen } from '@basedeck/core'
import { migrationsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { Button } from '../../elements/button.js'
import { ControlButton } from '../../elements/control-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import fieldStyles from '../../elements/field.module.css'
import { RemoteContent } from '../../elements/remote-content.js'
import { Section } from '../../elements/section.js'
import { Time } from '../../elements/time.js'
import styles from './migrations.module.css'

export function MigrationDraft({ screen }: { screen: MigrationsScreen }) {
  const { draft } = screen
  const state = useStore(draft.$draft)
  const typed = useStore(draft.$typed)
  return (
    <Section title={text.draft} description={text.draftLead}>
      <RemoteContent state={state}>
        {({ sql, updated_at: at, updated_by: by }) =>
          sql === '' && typed === null ? (
            <EmptyState title={text.draftEmpty} body={text.draftEmptyBody} />
          ) : (
            <div className={styles['draft']}>
              <DraftText screen={screen} stored={sql} />
              {at !== null && (
                <p className={styles['quiet']}>
                  {text.changed} <Time at={at} /> {by !== null && text.draftBy(by)}
                </p>
              )}
              <DraftButtons screen={screen} />
            </div>
          )
        }
      </RemoteContent>
    </Section>
  )
}

function DraftText({ screen: { draft, $mayChange }, stored }: { screen: MigrationsScreen; stored: string }) {
  const id = useId()
  const typed = useStore(draft.$typed)
  const problem = useStore(draft.$problem)
  const value = typed ?? stored
  const { disabled } = useStore($mayChange)
  return (
    <>
      <textarea
        className={`${fieldStyles['input']} ${fieldStyles['code']}`}
        aria-label={text.draftSql}
        aria-describedby={problem === null ? undefined : id}
        aria-invalid={problem !== null}
        rows={Math.min(20, Math.max(4, value.split('\n').length + 1))}
        spellCheck={false}
        readOnly={disabled}
        value={value}
        onChange={(event) => draft.type(event.target.value)}
      />
      {problem !== null && (
        <p id={id} role="alert" className={fieldStyles['problem']}>
          {problem}
        </p>
      )}
    </>
  )
}

function DraftButtons({ screen }: { screen: MigrationsScreen }) {
  const { draft } = screen
  const mayChange = useStore(screen.$mayChange)
  const isTyped = useStore(draft.$typed) !== null
  const isSaving = useStore(draft.$isSaving)
  return (
    <div className={styles['buttons']}>
      <ControlButton kind="ghost" controlState={mayChange} onClick={() => draft.discarding.ask(null)}>
        {text.draftDiscard}
      </ControlButton>
      {isTyped ? (
        <Button kind="primary" aria-disabled={isSaving} onClick={() => void draft.save()}>
          {isSaving ? text.draftSaving : text.draftSave}
        </Button>
      ) : (
        <ControlButton kind="primary" controlState={mayChange} onClick={screen.finishDraft}>
          {text.draftFinish}
        </ControlButton>
      )}
    </div>
  )
}
