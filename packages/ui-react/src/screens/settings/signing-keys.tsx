import type { SigningKeyRow, SigningKeysScreen } from '@basedeck/core'
import { signingKeysText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Badge, type BadgeTone } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { CopyButton } from '../../elements/copy-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { OneTimeDialog } from '../../elements/one-time-dialog.js'
import { Page } from '../../elements/page.js'
import { SecretField } from '../../elements/secret-field.js'
import { Section } from '../../elements/section.js'
import { Time } from '../../elements/time.js'
import { Gated } from '../parts/gated.js'
import { NewSigningKey } from './new-signing-key.js'
import { TokenIssuerList } from './token-issuers.js'
import styles from './signing-keys.module.css'

const TONES: Readonly<Record<SigningKeyRow['state'], BadgeTone>> = {
  current: 'good',
  standby: 'accent',
  previous: 'plain',
  revoked: 'quiet',
}
/** Percent. */
const SHARES = { key: 50, state: 13, since: 15, actions: 22 }

export function SigningKeys({ screen }: { screen: SigningKeysScreen }) {
  return (
    <Page title={screen.title} description={text.body} width="list">
      <Gated gate={screen.gate}>
        <KeyList screen={screen} />
        <Section title={text.publicKeys} description={text.publicKeysBody}>
          <SecretField
            label={text.publicKeysLabel}
            value={useStore(screen.$jwksUrl)}
            note={null}
            onCopy={screen.copy}
          />
        </Section>
        <TokenIssuerList screen={screen} />
        <NewSigningKey screen={screen} />
        <Questions screen={screen} />
        <Secret screen={screen} />
      </Gated>
    </Page>
  )
}

function KeyList({ screen }: { screen: SigningKeysScreen }) {
  const add = useStore(screen.$add)
  return (
    <Section
      title={text.keys}
      description={text.keysBody}
      actions={
        <>
          <ControlButton controlState={add} onClick={screen.create}>
            {text.create}
          </ControlButton>
          <ControlButton controlState={add} onClick={screen.import}>
            {text.import}
          </ControlButton>
          <ControlButton
            kind="primary"
            controlState={useStore(screen.$rotate)}
            onClick={() => screen.rotation.ask(null)}
          >
            {text.rotate}
          </ControlButton>
        </>
      }
      isFlush
    >
      <DataList
        label={text.keys}
        state={useStore(screen.$keys)}
        columns={useColumns(screen)}
        keyOf={({ id }) => id}
        empty={{ title: text.none, body: text.noneBody }}
      />
    </Section>
  )
}

function useColumns(screen: SigningKeysScreen): DataListColumn<SigningKeyRow>[] {
  const mayReveal = useStore(screen.$mayReveal)
  const { columns } = text
  return [
    {
      key: 'key',
      label: columns.key,
      isRowHeader: true,
      share: SHARES.key,
      cell: ({ id, algorithm, originLabel, publicJwk }) => (
        <span className={styles['key']}>
          <span className={styles['line']}>
            {algorithm} <code title={id}>{id}</code>
            {publicJwk !== null && (
              <CopyButton label={text.copyPublic(id)} onCopy={() => screen.copy(publicJwk)} />
            )}
          </span>
          <span className={styles['origin']}>{originLabel}</span>
        </span>
      ),
    },
    {
      key: 'state',
      label: columns.state,
      share: SHARES.state,
      cell: ({ state, stateLabel }) => <Badge tone={TONES[state]}>{stateLabel}</Badge>,
    },
    { key: 'since', label: columns.since, share: SHARES.since, cell: ({ since }) => <Time at={since} /> },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      align: 'end',
      share: SHARES.actions,
      cell: (row) => (
        <span className={styles['actions']}>
          {row.canReveal && (
            <ControlButton
              kind="ghost"
              aria-label={text.revealLabel(row.id)}
              controlState={mayReveal}
              onClick={() => screen.revealing.ask(row)}
            >
              {text.reveal}
            </ControlButton>
          )}
          {row.revoke && (
            <ControlButton
              kind="ghost"
              aria-label={text.revokeLabel(row.id)}
              controlState={row.revoke}
              onClick={() => screen.revocation.ask(row)}
            >
              {text.revoke}
            </ControlButton>
          )}
        </span>
      ),
    },
  ]
}

function Questions({ screen }: { screen: SigningKeysScreen }) {
  const asked = useStore(screen.revocation.$state)
  const last = useLast(asked.status === 'open' ? asked.subject : null)
  return (
    <>
      <Confirm
        question={screen.rotation}
        kind="primary"
        title={() => text.rotateTitle}
        confirmLabel={text.rotateConfirm}
      >
        {text.rotateBody}
      </Confirm>
      <Confirm
        question={screen.revocation}
        title={({ algorithm }) => text.revokeTitle(algorithm)}
        confirmLabel={text.revokeConfirm}
      >
        {last?.revokeBody}
      </Confirm>
      <Confirm
        question={screen.revealing}
        kind="primary"
        title={() => text.revealTitle}
        confirmLabel={text.revealConfirm}
      >
        {text.revealBody}
      </Confirm>
    </>
  )
}

function Secret({ screen }: { screen: SigningKeysScreen }) {
  const shown = useStore(screen.$secret)
  const last = useLast(shown)
  return (
    <OneTimeDialog
      open={shown !== null}
      title={text.secretTitle}
      buttons={
        <Button kind="primary" onClick={screen.closeSecret}>
          {text.done}
        </Button>
      }
    >
      <SecretField
        label={text.secret}
        value={last?.secret ?? ''}
        note={last?.note ?? null}
        onCopy={screen.copy}
      />
    </OneTimeDialog>
  )
}
