/** The authenticator apps of an account, and its recovery codes. */
import type { Factors, SecondFactor, TotpFactor } from '@basedeck/core'
import { accountText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { Section } from '../../elements/section.js'
import { Time } from '../../elements/time.js'
import { SecondFactorDialogs } from './second-factor-dialogs.js'
import styles from './security.module.css'

export function SecondFactorSection({ model }: { model: SecondFactor }) {
  const remote = useStore(model.$factors)
  const isOn = useStore(model.$isOn)
  const add = (
    <Button kind={isOn ? 'default' : 'primary'} onClick={model.add}>
      {isOn ? accountText.addAnother : accountText.addFactor}
    </Button>
  )
  return (
    <>
      <Section
        title={
          <span className={styles['title']}>
            {accountText.factorsTitle}
            <Badge tone={isOn ? 'good' : 'quiet'}>
              {isOn ? accountText.factorsOn : accountText.factorsOff}
            </Badge>
          </span>
        }
        description={accountText.factorsBody}
        actions={isOn ? add : undefined}
        isFlush
      >
        <DataList
          label={accountText.factorsTitle}
          state={remote.status === 'ready' ? { ...remote, data: remote.data.factors } : remote}
          columns={columnsOf(model)}
          keyOf={({ id }) => id}
          empty={{ title: accountText.noFactorsTitle, body: accountText.noFactorsBody, action: add }}
        />
        {remote.status === 'ready' && isOn && <Codes model={model} left={remote.data.recovery_codes_left} />}
      </Section>
      <SecondFactorDialogs model={model} />
    </>
  )
}

function columnsOf(model: SecondFactor): DataListColumn<TotpFactor>[] {
  return [
    {
      key: 'name',
      label: accountText.device,
      isRowHeader: true,
      cell: ({ name, verified }) => (
        <span className={styles['title']}>
          <bdi>{name}</bdi>
          {!verified && <Badge tone="busy">{accountText.unfinished}</Badge>}
        </span>
      ),
    },
    { key: 'added', label: accountText.added, cell: (factor) => <Time at={factor.inserted_at} /> },
    {
      key: 'actions',
      label: accountText.actions,
      isHiddenLabel: true,
      align: 'end',
      cell: (factor) => (
        <Button
          kind="ghost"
          aria-label={accountText.removeFactorNamed(factor.name)}
          onClick={() => model.remove(factor)}
        >
          {accountText.removeFactor}
        </Button>
      ),
    },
  ]
}

function Codes({ model, left }: { model: SecondFactor; left: Factors['recovery_codes_left'] }) {
  return (
    <div className={styles['codesLeft']}>
      <div>
        <h3>{accountText.codesTitle}</h3>
        <p>{accountText.codesLeft(left)}</p>
      </div>
      <Button onClick={model.makeNewCodes}>{accountText.newCodes}</Button>
    </div>
  )
}
