/** Connection strings: the lists above, and a panel for each way to the database. */
import type { Connect, ConnectPanel } from '@basedeck/core'
import { connectText as text, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { Badge } from '../elements/badge.js'
import { Button } from '../elements/button.js'
import { classNames } from '../elements/class-names.js'
import { CopyTextButton } from '../elements/copy-text-button.js'
import fieldStyles from '../elements/field.module.css'
import { Icon } from '../elements/icon.js'
import { Scroller } from '../elements/scroller.js'
import { Skeleton } from '../elements/skeleton.js'
import { TextLink } from '../elements/text-link.js'
import { ConnectSelect } from './connect-select.js'
import styles from './connect-dialog.module.css'

export function ConnectStringsTab({ connect }: { connect: Connect }) {
  const { strings } = connect
  const type = useStore(strings.$type)
  const databases = useStore(strings.$databases)
  const database = useStore(strings.$database)
  const panels = useStore(strings.$panels)
  return (
    <>
      <div className={styles['lists']}>
        <ConnectSelect label={text.type} value={type} choices={strings.types} onChoose={strings.chooseType} />
        <ConnectSelect
          label={text.database}
          value={database}
          choices={databases}
          onChoose={strings.chooseDatabase}
        />
      </div>
      {panels.map((panel) => (
        <Panel key={panel.key} panel={panel} connect={connect} />
      ))}
      {panels.some(({ shown }) => shown !== null) && (
        <p className={styles['note']}>
          {text.password} <TextLink href={strings.settingsHref}>{text.resetPassword}</TextLink>
        </p>
      )}
    </>
  )
}

function Panel({ panel, connect }: { panel: ConnectPanel; connect: Connect }) {
  const id = useId()
  return (
    <section className={styles['panel']} aria-labelledby={id}>
      <header className={styles['panelHead']}>
        <h3 id={id}>{panel.title}</h3>
        {panel.pooler !== null && <Badge>{panel.pooler}</Badge>}
        <p>{panel.body}</p>
      </header>
      {panel.isLoading && <Skeleton label={shellText.loading} lines={2} />}
      {panel.unavailable !== null && <p className={styles.unavailable}>{panel.unavailable}</p>}
      {panel.shown && <Shown panel={panel} shown={panel.shown} connect={connect} />}
      {panel.notice !== null && (
        <p className={styles['notice']}>
          <Icon of={CircleAlert} size={14} />
          {panel.notice}
        </p>
      )}
      {panel.note !== null && <p className={styles['note']}>{panel.note}</p>}
      {panel.shown && <Test panel={panel} connect={connect} />}
      {panel.parameters.length > 0 && <Parameters panel={panel} connect={connect} />}
    </section>
  )
}

interface ShownProps {
  panel: ConnectPanel
  shown: NonNullable<ConnectPanel['shown']>
  connect: Connect
}

function Shown({ panel, shown, connect }: ShownProps) {
  const { label, text: words, file, form } = shown
  return (
    <div className={styles['shown']}>
      {form === 'line' ? (
        <input
          readOnly
          aria-label={label}
          value={words}
          className={classNames(fieldStyles['input'], fieldStyles['code'])}
          onFocus={(event) => event.target.select()}
        />
      ) : (
        <div className={styles['code']}>
          {file !== null && <div className={styles['fileName']}>{file}</div>}
          <Scroller aria-label={label}>
            <pre>{words}</pre>
          </Scroller>
        </div>
      )}
      <CopyTextButton label={text.copyOf(panel.title)} onCopy={() => connect.copy(words)} />
    </div>
  )
}

function Test({ panel, connect }: { panel: ConnectPanel; connect: Connect }) {
  const { test } = panel
  const isRunning = test?.status === 'running'
  return (
    <div className={styles['test']}>
      <Button
        aria-label={`${panel.title}: ${text.test.run}`}
        aria-disabled={isRunning}
        onClick={() => void connect.strings.test(panel.key)}
      >
        {isRunning ? text.test.running : text.test.run}
      </Button>
      <p role="status" data-status={test?.status}>
        {test && test.status !== 'running' ? test.message : ''}
      </p>
    </div>
  )
}

function Parameters({ panel, connect }: { panel: ConnectPanel; connect: Connect }) {
  return (
    <details className={styles['parameters']}>
      <summary>{text.parameters}</summary>
      <dl>
        {panel.parameters.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <code>{value}</code>
              <CopyTextButton
                label={text.copyOf(`${panel.title}: ${label}`)}
                onCopy={() => connect.copy(value)}
              />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
