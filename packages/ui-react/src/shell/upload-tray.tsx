/** The uploads of this window, on every page: how far all of them are, and each file. */
import type { TrayFile, UploadTray as Tray } from '@basedeck/core'
import { percentOf } from '@basedeck/core/rules'
import { storageText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ChevronDown, ChevronUp, Pause, Play, RotateCw, Upload, X } from 'lucide-react'
import { Button } from '../elements/button.js'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import { VirtualList, type RowAttributes } from '../elements/virtual-list.js'
import styles from './upload-tray.module.css'

const text = storageText.tray
/** Pixels, as in the style sheet. */
const ROW_HEIGHT = 47

export function UploadTray({ tray }: { tray: Tray }) {
  const head = useStore(tray.$head)
  const isExpanded = useStore(tray.$isExpanded)
  const files = useStore(tray.$files)
  if (!head) return null
  return (
    <section aria-label={text.label} data-pane data-covers className={styles['tray']}>
      <header className={styles['header']}>
        <Icon of={Upload} />
        <h2 className={styles['title']}>{head.title}</h2>
        <span className={styles['progress']}>{head.progress}</span>
        <IconButton
          label={isExpanded ? text.collapse : text.expand}
          icon={<Icon of={isExpanded ? ChevronDown : ChevronUp} />}
          aria-expanded={isExpanded}
          onClick={tray.toggle}
        />
        {head.can.clear && <IconButton label={text.clear} icon={<Icon of={X} />} onClick={tray.clear} />}
      </header>
      {isExpanded && (
        <>
          <div className={styles['files']}>
            <ul className={styles['list']}>
              <VirtualList
                items={files}
                keyOf={({ key }) => key}
                rowHeight={ROW_HEIGHT}
                kept={[]}
                renderGap={(attributes) => <li aria-hidden {...attributes} />}
                renderRow={(file, attributes) => <File file={file} tray={tray} attributes={attributes} />}
              />
            </ul>
          </div>
          {(head.can.pause || head.can.resume || head.can.cancel || head.can.retry) && (
            <footer className={styles['footer']}>
              {head.can.pause && (
                <Button kind="ghost" onClick={tray.pauseAll}>
                  {text.pauseAll}
                </Button>
              )}
              {head.can.resume && (
                <Button kind="ghost" onClick={tray.resumeAll}>
                  {text.resumeAll}
                </Button>
              )}
              {head.can.retry && (
                <Button kind="ghost" onClick={tray.retryAll}>
                  {text.retryAll}
                </Button>
              )}
              {head.can.cancel && (
                <Button kind="ghost" onClick={tray.cancelAll}>
                  {text.cancelAll}
                </Button>
              )}
            </footer>
          )}
        </>
      )}
    </section>
  )
}

interface FileProps {
  file: TrayFile
  tray: Tray
  attributes: RowAttributes
}

function File({ file, tray, attributes }: FileProps) {
  const { key, name, path, detail, tone, fraction, can } = file
  return (
    <li
      {...attributes}
      className={styles['file']}
      data-tone={tone}
      data-bar={fraction === null ? undefined : ''}
    >
      <div className={styles['line']}>
        <bdi className={styles['name']} title={path}>
          {name}
        </bdi>
        <span className={styles['detail']} title={detail}>
          {detail}
        </span>
        <span className={styles['actions']}>
          {can.pause && (
            <IconButton
              label={text.pause(name)}
              icon={<Icon of={Pause} size={12} />}
              onClick={() => tray.pause(key)}
            />
          )}
          {can.resume && (
            <IconButton
              label={text.resume(name)}
              icon={<Icon of={Play} size={12} />}
              onClick={() => tray.resume(key)}
            />
          )}
          {can.retry && (
            <IconButton
              label={text.retry(name)}
              icon={<Icon of={RotateCw} size={12} />}
              onClick={() => tray.retry(key)}
            />
          )}
          {can.cancel && (
            <IconButton
              label={text.cancel(name)}
              icon={<Icon of={X} size={12} />}
              onClick={() => tray.cancel(key)}
            />
          )}
          {can.remove && (
            <IconButton
              label={text.remove(name)}
              icon={<Icon of={X} size={12} />}
              onClick={() => tray.remove(key)}
            />
          )}
        </span>
      </div>
      {fraction !== null && (
        <progress aria-label={name} max={100} value={percentOf(fraction)} className={styles['bar']} />
      )}
    </li>
  )
}
