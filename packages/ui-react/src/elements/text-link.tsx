/** A link, or a button that looks like one: a secondary action. */
import { Link, type LinkProps } from '../bind/link.js'
import type { ComponentProps } from 'react'
import styles from './text-link.module.css'

export function TextLink(props: LinkProps) {
  return <Link {...props} className={styles['link']} />
}

export function TextButton(props: ComponentProps<'button'>) {
  return <button type="button" {...props} className={styles['link']} />
}
