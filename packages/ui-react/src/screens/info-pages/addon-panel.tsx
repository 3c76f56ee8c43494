/** One add-on with its variants. */
import type { AddonPanel as Panel, AddonView } from '@basedeck/core'
import { addonText, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Badge } from '../../elements/badge.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { FactList } from '../../elements/fact-list.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { SidePanel } from '../../elements/side-panel.js'
import { Skeleton } from '../../elements/skeleton.js'
import styles from './info-page.module.css'

const text = addonText

export function AddonPanel({ panel }: { panel: Panel }) {
  const open = useStore(panel.$open)
  const last = useLast(open)
  return (
    <>
      <SidePanel open={open !== null} title={last?.title ?? ''} closeLabel={text.close} onClose={panel.close}>
        {last && <Content view={last} panel={panel} />}
      </SidePanel>
      <Restart panel={panel} />
    </>
  )
}

function Restart({ panel }: { panel: Panel }) {
  const state = useStore(panel.restart.$state)
  const last = useLast(state.status === 'open' ? state.subject : null)
  return (
    <Confirm
      question={panel.restart}
      title={({ title }) => title}
      confirmLabel={last?.confirmLabel ?? ''}
      kind="primary"
    >
      {text.restartBody}
    </Confirm>
  )
}

function Content({ view, panel }: { view: AddonView; panel: Panel }) {
  const may = useStore(panel.$mayChange)
  const isBusy = useStore(panel.$isBusy)
  if (view.status === 'loading') return <Skeleton label={shellText.loading} lines={4} />
  if (view.status === 'failed') return <LoadFailure message={view.message} onRetry={view.retry} />
  if (view.status === 'missing') return <EmptyState title={text.missing} />
  return (
    <div className={styles['addon']}>
      <FactList
        facts={[
          {
            key: 'state',
            label: text.state,
            value: <Badge tone={view.state.isOn ? 'good' : 'quiet'}>{view.state.label}</Badge>,
          },
          ...view.variants.map(({ key, name, price, memory, isInUse, chooseLabel }) => ({
            key,
            label: name,
            value: (
              <>
                <span className={styles['size']}>
                  {price} {memory !== null && <span className={styles['memory']}>{memory}</span>}
                </span>
                {isInUse && <Badge tone="good">{text.inUse}</Badge>}
                {chooseLabel !== null && (
                  <ControlButton controlState={may} disabled={isBusy} onClick={() => panel.choose(key)}>
                    {chooseLabel}
                  </ControlButton>
                )}
              </>
            ),
          })),
        ]}
      />
      {view.state.isOn && (
        <ControlButton controlState={may} disabled={isBusy} onClick={panel.remove}>
          {text.remove}
        </ControlButton>
      )}
      <p>{view.effect}</p>
      <p>{text.note}</p>
    </div>
  )
}
