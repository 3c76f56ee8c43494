/** The button of the profile menu. The menu loads when it is first opened. */
import { shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { CircleUser } from 'lucide-react'
import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import styles from './profile-menu.module.css'

const ProfileMenu = lazy(async () => ({ default: (await import('./profile-menu.js')).ProfileMenu }))

export function ProfileButton() {
  const [isWanted, setWanted] = useState(false)
  const button = <ProfileFace aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <ProfileMenu trigger={<ProfileFace />} />
    </Suspense>
  )
}

/** The first letter of the name, once it is known. */
function ProfileFace(props: Omit<ComponentProps<'button'>, 'aria-label'>) {
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
