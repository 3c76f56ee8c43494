/** The devices where the user is signed in. */
import type { SessionList, SessionRow } from '@basedeck/core'
import { accountText, errorText, formText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useSortHeadings } from '../../elements/use-sort-headings.js'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { ConfirmDialog } from '../../elements/confirm-dialog.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { Section } from '../../elements/section.js'
import { Time } from '../../elements/time.js'
import styles from './security.module.css'

export function SessionsSection({ model }: { model: SessionList }) {
  const sessions = useStore(model.sessions.$rows)
  const hasOthers = useStore(model.$hasOthers)
  return (
    <Section
      title={accountText.sessionsTitle}
      description={accountText.sessionsBody}
      isFlush
      footer={
        <>
          {hasOthers && (
            <Button onClick={() => void model.signOutOthers()}>{accountText.signOutOthers}</Button>
          )}
          <Button onClick={model.askEverywhere}>{accountText.signOutEverywhere}</Button>
        </>
      }
    >
      <DataList
        label={accountText.sessionsTitle}
        state={sessions}
        columns={useColumns(model)}
        keyOf={({ id }) => id}
        empty={{ title: accountText.noSessions }}
      />
      <Everywhere model={model} />
    </Section>
  )
}

function useColumns(model: SessionList): DataListColumn<SessionRow>[] {
  const heading = useSortHeadings(model.sessions.sorting)
  return [
    {
      ...heading('device', accountText.device),
      isRowHeader: true,
      cell: ({ device, isCurrent }) => (
        <span className={styles['title']}>
          {device}
          {isCurrent && <Badge tone="accent">{accountText.thisDevice}</Badge>}
        </span>
      ),
    },
    { ...heading('ip', accountText.address), cell: ({ ip }) => <code>{ip}</code> },
    { ...heading('in', accountText.signedIn), cell: ({ insertedAt }) => <Time at={insertedAt} /> },
    { ...heading('seen', accountText.lastSeen), cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
    {
      key: 'actions',
      label: accountText.actions,
      isHiddenLabel: true,
      align: 'end',
      cell: (session) =>
        !session.isCurrent && (
          <Button
            kind="ghost"
            aria-label={accountText.endSessionNamed(session.device)}
            onClick={() => void model.end(session)}
          >
            {accountText.endSession}
          </Button>
        ),
    },
  ]
}

function Everywhere({ model }: { model: SessionList }) {
  const state = useStore(model.everywhere.$state)
  return (
    <ConfirmDialog
      open={useStore(model.$asksEverywhere)}
      title={accountText.signOutEverywhere}
      cancelLabel={formText.cancel}
      confirmLabel={accountText.signOutEverywhere}
      isBusy={state.status === 'running'}
      problem={state.status === 'failed' ? errorText.title(state.error.message) : undefined}
      onCancel={model.cancelEverywhere}
      onConfirm={() => void model.everywhere.run()}
    >
      <p>{accountText.signOutEverywhereBody}</p>
    </ConfirmDialog>
  )
}
