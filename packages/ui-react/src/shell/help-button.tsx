/** Where help is found. Its menu comes when it is first opened. */
import { shellText } from '@basedeck/core/text'
import { CircleQuestionMark } from 'lucide-react'
import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'

const HelpMenu = lazy(async () => ({ default: (await import('./help-menu.js')).HelpMenu }))

export function HelpButton() {
  const [isWanted, setWanted] = useState(false)
  const button = <Face aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <HelpMenu trigger={<Face />} />
    </Suspense>
  )
}

function Face(props: Omit<ComponentProps<'button'>, 'aria-label'>) {
  return (
    <IconButton label={shellText.help.label} icon={<Icon of={CircleQuestionMark} size={18} />} {...props} />
  )
}
