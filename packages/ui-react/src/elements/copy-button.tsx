/** Copies, and says so for two seconds. */
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Icon } from './icon.js'
import { IconButton } from './icon-button.js'

const FEEDBACK_MS = 2000

export interface CopyButtonProps {
  label: string
  /** Resolves false when the host did not allow it. */
  onCopy(): Promise<boolean>
}

export function CopyButton({ label, onCopy }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await onCopy())) return
    setCopied(true)
    setTimeout(() => setCopied(false), FEEDBACK_MS)
  }
  return (
    <IconButton
      label={label}
      icon={<Icon of={copied ? Check : Copy} size={14} />}
      onClick={() => void copy()}
    />
  )
}
