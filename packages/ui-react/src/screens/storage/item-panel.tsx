/** The details of one file beside the folders: its preview, what is known of it, and what can be done with it. */
import type { BucketScreen, OpenedItem } from '@basedeck/core'
import { storageText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Download, Link as LinkIcon, X } from 'lucide-react'
import { useRef } from 'react'
import { useEscape } from '../../bind/use-escape.js'
import { ActionMenu } from '../../elements/action-menu.js'
import { Button } from '../../elements/button.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { Name } from '../../elements/name.js'
import { OutsideLink } from '../../elements/outside-link.js'
import { Scroller } from '../../elements/scroller.js'
import { Skeleton } from '../../elements/skeleton.js'
import styles from './item-panel.module.css'
import { objectIcon } from './object-icon.js'

const text = storageText.preview

export function ItemPanel({ screen }: { screen: BucketScreen }) {
  const item = useStore(screen.preview.$item)
  const panel = useRef<HTMLElement>(null)
  useEscape(panel, item && screen.preview.close)
  if (!item) return null
  return (
    <aside ref={panel} aria-label={text.label} data-pane className={styles['panel']}>
      <header className={styles['header']}>
        <h2 className={styles['title']}>
          <Name>{item.name}</Name>
        </h2>
        <IconButton label={text.close} icon={<Icon of={X} />} onClick={screen.preview.close} />
      </header>
      <div className={styles['body']}>
        <Preview screen={screen} item={item} />
        <dl className={styles['facts']}>
          {item.facts.map(({ key, label, value, isCode = false }) => (
            <div key={key} className={styles['fact']}>
              <dt>{label}</dt>
              <dd className={isCode ? styles['code'] : undefined}>{value}</dd>
            </div>
          ))}
        </dl>
        <div className={styles['buttons']}>
          <Button icon={<Icon of={Download} size={14} />} onClick={screen.downloadShown}>
            {text.download}
          </Button>
          <CopyUrl key={item.path} screen={screen} />
        </div>
      </div>
    </aside>
  )
}

function CopyUrl({ screen }: { screen: BucketScreen }) {
  const actions = screen.copyUrlActions()
  const [only, ...others] = actions
  const icon = <Icon of={LinkIcon} size={14} />
  if (only && others.length === 0)
    return (
      <Button icon={icon} onClick={only.run}>
        {text.copyUrl}
      </Button>
    )
  return (
    <ActionMenu
      align="end"
      groups={[{ items: actions.map(({ label, run }) => ({ label, onChoose: run })) }]}
      trigger={<Button icon={icon}>{text.copyUrl}</Button>}
    />
  )
}

function Preview({ screen, item }: { screen: BucketScreen; item: OpenedItem }) {
  const preview = useStore(screen.preview.$preview)
  switch (preview.status) {
    case 'loading':
      return (
        <div className={styles['preview']}>
          <Skeleton label={text.loading} lines={3} />
        </div>
      )
    case 'none':
      return (
        <div className={styles['preview']}>
          <Icon of={objectIcon(item.kind, 'ready')} size={32} />
          <p>{preview.message}</p>
        </div>
      )
    case 'failed':
      return (
        <div className={styles['preview']} role="alert">
          <p>{preview.message}</p>
          <Button onClick={preview.retry}>{text.retry}</Button>
        </div>
      )
    case 'text':
      return (
        <div className={styles['text']}>
          <Scroller aria-label={text.image(item.name)} className={styles['scroller']}>
            <pre>{preview.text}</pre>
          </Scroller>
          {preview.note !== undefined && <small>{preview.note}</small>}
        </div>
      )
    case 'media':
      return <Media form={preview.form} url={preview.url} name={item.name} />
  }
}

function Media({
  form,
  url,
  name,
}: {
  form: 'image' | 'video' | 'audio' | 'pdf'
  url: string
  name: string
}) {
  const label = text.image(name)
  if (form === 'image')
    return (
      <div className={styles['preview']}>
        <img src={url} alt={label} className={styles['media']} />
      </div>
    )
  if (form === 'video')
    return (
      <div className={styles['preview']}>
        {/* Users' own files bring no captions. */}
        <video src={url} controls preload="metadata" aria-label={label} className={styles['media']}>
          <track kind="captions" />
        </video>
      </div>
    )
  if (form === 'audio')
    return (
      <audio src={url} controls preload="metadata" aria-label={label} className={styles['audio']}>
        <track kind="captions" />
      </audio>
    )
  return (
    <div className={styles['preview']}>
      <Icon of={objectIcon('pdf', 'ready')} size={32} />
      <OutsideLink href={url}>{text.open}</OutsideLink>
    </div>
  )
}
