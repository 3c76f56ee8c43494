/** A mail as a mail program shows it: nothing in it runs, and nothing is fetched for it. */
import styles from './mail-frame.module.css'

export interface MailFrameProps {
  title: string
  html: string
}

export function MailFrame({ title, html }: MailFrameProps) {
  return <iframe title={title} sandbox="" srcDoc={`${STYLE}${html}`} className={styles['frame']} />
}

/** Mails are read on white, in either theme. */
const STYLE =
  '<!doctype html><style>body{font:14px/1.5 system-ui,sans-serif;margin:16px;color:#1c2330;background:#fff;overflow-wrap:anywhere}</style>'
