/** Copies, and reads "Copied" for two seconds, which a screen reader hears. */
import { connectText } from '@basedeck/core/text'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useDelay } from '../bind/use-delay.js'
import { Announcement } from './announcement.js'
import { Button } from './button.js'
import { Icon } from './icon.js'

/** SPEC §9. */
const FEEDBACK_MS = 2000

export interface CopyTextButtonProps {
  /** What it copies, for its accessible name. */
  label: string
  /** Resolves false when the host did not allow it. */
  onCopy(): Promise<boolean>
}

export function CopyTextButton({ label, onCopy }: CopyTextButtonProps) {
  const [copied, setCopied] = useState(false)
  const delay = useDelay()
  const copy = async () => {
    if (!(await onCopy())) return
    setCopied(true)
    delay.after(FEEDBACK_MS, () => setCopied(false))
  }
  return (
    <>
      <Button
        icon={<Icon of={copied ? Check : Copy} size={14} />}
        aria-label={copied ? connectText.copied : label}
        onClick={() => void copy()}
      >
        {copied ? connectText.copied : connectText.copy}
      </Button>
      <Announcement>{copied ? connectText.copied : ''}</Announcement>
    </>
  )
}
