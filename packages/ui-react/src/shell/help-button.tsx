/** The button of the help menu. */
import { shellText } from '@basedeck/core/text'
import { CircleQuestionMark } from 'lucide-react'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import { lazyMenuButton, type MenuFaceProps } from './lazy-menu-button.js'

export const HelpButton = lazyMenuButton(Face, async () => (await import('./help-menu.js')).HelpMenu)

function Face(props: MenuFaceProps) {
  return (
    <IconButton label={shellText.help.label} icon={<Icon of={CircleQuestionMark} size={18} />} {...props} />
  )
}
