/** Opens Connect; while the project is not active it says so. On a small screen the menu has the entry. */
import { shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Cable } from 'lucide-react'
import { useDeck } from '../bind/deck-context.js'
import { ControlButton } from '../elements/control-button.js'
import { Icon } from '../elements/icon.js'
import styles from './connect-button.module.css'

export function ConnectButton() {
  const { connect } = useDeck().shell.extras
  const state = useStore(connect.$button)
  if (!state) return null
  // A pointer on the button, or the focus, comes before a click.
  const prepare = () => {
    connect.prepare()
    void import('./connect-dialog.js').catch(() => {})
  }
  return (
    <ControlButton
      controlState={state}
      className={styles['button']}
      icon={<Icon of={Cable} size={14} />}
      aria-haspopup="dialog"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={connect.open}
    >
      {shellText.connect.label}
    </ControlButton>
  )
}
