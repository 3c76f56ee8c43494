/** The button of the profile menu. */
import { shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { CircleUser } from 'lucide-react'
import { useDeck } from '../bind/deck-context.js'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import { lazyMenuButton, type MenuFaceProps } from './lazy-menu-button.js'
import styles from './profile-menu.module.css'

export const ProfileButton = lazyMenuButton(
  ProfileFace,
  async () => (await import('./profile-menu.js')).ProfileMenu,
)

/** The first letter of the name, once it is known. */
function ProfileFace(props: MenuFaceProps) {
  const { profileMenu } = useDeck()
  const view = useStore(profileMenu.$view)
  const face = view ? (
    <span className={styles['initial']} aria-hidden>
      {view.initial}
    </span>
  ) : (
    <Icon of={CircleUser} size={18} />
  )
  return <IconButton label={shellText.accountMenu} icon={face} {...props} />
}
