/** Icons of one set, one stroke; decoration only, the label is beside or on the control. */
import type { LucideIcon } from 'lucide-react'

export interface IconProps {
  of: LucideIcon
  /** Pixels. */
  size?: number
}

export function Icon({ of: Glyph, size = 16 }: IconProps) {
  return <Glyph size={size} strokeWidth={1.5} aria-hidden />
}
