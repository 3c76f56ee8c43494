/** Sessions, factors and identities in the panel of a user, and the token with which one acts as the user. */
import type { RemovedPart, ShownPart, UserParts, UserPanel, UserToken } from '@basedeck/core'
import { usersText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { FactList } from '../../elements/fact-list.js'
import { SecretField } from '../../elements/secret-field.js'
import { Time } from '../../elements/time.js'
import styles from './users.module.css'

const text = usersText.panel

export function Parts({ panel }: { panel: UserPanel }) {
  const shown = useStore(panel.parts.$parts)
  if (shown.length === 0) return <p className={styles['quiet']}>{text.absent}</p>
  return shown.map(({ table, parts }) => (
    <section key={table} aria-label={text[table]}>
      <h3>{text[table]}</h3>
      {parts.length === 0 ? (
        <p className={styles['quiet']}>{text.none[table]}</p>
      ) : (
        <ul className={styles['entries']}>
          {parts.map((part) => (
            <li key={part.id}>
              <Part
                part={part}
                label={text.parts[table].remove}
                onRemove={() => panel.parts.remove(table, part)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  ))
}

function Part({ part, label, onRemove }: { part: ShownPart; label: string; onRemove(): void }) {
  const facts = Object.entries(part.facts).map(([key, value]) => ({
    key,
    label: key,
    value: <span className={styles['value']}>{value}</span>,
  }))
  return (
    <>
      <div className={styles['part']}>
        <bdi>{part.name}</bdi>
        <ControlButton
          controlState={part.control}
          isExplained
          aria-label={`${label} ${part.name}`}
          onClick={onRemove}
        >
          {label}
        </ControlButton>
      </div>
      {facts.length > 0 && <FactList facts={facts} />}
    </>
  )
}

export function Removal({ parts }: { parts: UserParts }) {
  const state = useStore(parts.removal.$state)
  const last: RemovedPart | undefined = useLast(state.status === 'open' ? state.subject : null) ?? undefined
  const words = usersText.removal[last?.table ?? 'mfa_factors']
  return (
    <Confirm question={parts.removal} title={({ name }) => words.title(name)} confirmLabel={words.confirm}>
      <p>{words.body}</p>
    </Confirm>
  )
}

export function ApiToken({ token }: { token: UserToken }) {
  const made = useStore(token.$token)
  const isMaking = useStore(token.$isMaking)
  return (
    <section aria-label={text.apiTitle}>
      <h3>{text.apiTitle}</h3>
      <p className={styles['quiet']}>{text.apiBody}</p>
      <div className={styles['actions']}>
        <ControlButton
          controlState={useStore(token.$control)}
          isExplained
          aria-disabled={isMaking}
          onClick={() => void token.make()}
        >
          {isMaking ? text.makingToken : text.makeToken}
        </ControlButton>
      </div>
      {made && (
        <>
          <SecretField
            label={text.token}
            value={made.access_token}
            copyLabel={text.copyToken}
            note={null}
            onCopy={token.copy}
          />
          <p className={styles['quiet']}>
            {text.tokenEnds} <Time at={made.expires_at} />
          </p>
        </>
      )}
    </section>
  )
}
