/** The files of a framework: the lists that choose it, its guide, and one file at a time. */
import type { Connect } from '@basedeck/core'
import { connectText as text, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Scroller } from '../elements/scroller.js'
import { CopyTextButton } from '../elements/copy-text-button.js'
import { Skeleton } from '../elements/skeleton.js'
import { Tabs } from '../elements/tabs.js'
import { TextLink } from '../elements/text-link.js'
import { ConnectSelect } from './connect-select.js'
import styles from './connect-dialog.module.css'

export function ConnectFilesTab({ connect }: { connect: Connect }) {
  const { files: tab } = connect
  const lists = useStore(tab.$lists)
  const guide = useStore(tab.$guide)
  const files = useStore(tab.$files)
  const note = useStore(tab.$note)
  return (
    <>
      <div className={styles['lists']}>
        {lists.map(({ key, label, value, choices }) => (
          <ConnectSelect
            key={key}
            label={label}
            value={value}
            choices={choices}
            onChoose={(chosen) => tab.choose(key, chosen)}
          />
        ))}
        {guide && (
          <span className={styles['guide']}>
            <TextLink href={guide.href}>{guide.label}</TextLink>
          </span>
        )}
      </div>
      {note !== null && <p className={styles['note']}>{note}</p>}
      {files === null ? <Skeleton label={shellText.loading} lines={6} /> : <Files connect={connect} />}
    </>
  )
}

function Files({ connect }: { connect: Connect }) {
  const { files: tab } = connect
  const files = useStore(tab.$files) ?? []
  const file = useStore(tab.$file)
  if (!file) return null
  return (
    <div className={styles['files']}>
      <Tabs
        label={text.files}
        tabs={files.map(({ name }) => ({ key: name, label: name }))}
        active={file.name}
        onOpen={tab.openFile}
        end={<CopyTextButton label={text.copyOf(file.name)} onCopy={() => connect.copy(file.code)} />}
      >
        <Scroller aria-label={file.name} className={styles['file']}>
          <pre>{file.code}</pre>
        </Scroller>
      </Tabs>
    </div>
  )
}
