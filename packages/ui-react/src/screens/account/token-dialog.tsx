/** A token that was just made, this once: only its own button closes it. */
import { Dialog } from '@base-ui/react/dialog'
import { accountText, type AccountTokensScreen } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Button } from '../../elements/button.js'
import dialogStyles from '../../elements/confirm-dialog.module.css'
import { SecretField } from '../../elements/secret-field.js'

export function TokenDialog({ screen }: { screen: AccountTokensScreen }) {
  const step = useStore(screen.$step)
  const created = step?.name === 'created' ? step : null
  const last = useLast(created)
  return (
    // Escape would lose what never comes back.
    <Dialog.Root open={created !== null} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles['backdrop']} />
        <Dialog.Popup className={dialogStyles['popup']}>
          <Dialog.Title className={dialogStyles['title']}>
            {accountText.tokenCreated(last?.tokenName ?? '')}
          </Dialog.Title>
          <Dialog.Description className={dialogStyles['body']} render={<div />}>
            <SecretField
              label={accountText.token}
              value={last?.token ?? ''}
              note={accountText.tokenHint}
              onCopy={screen.copy}
            />
          </Dialog.Description>
          <div className={dialogStyles['buttons']}>
            <Button kind="primary" onClick={screen.close}>
              {accountText.tokenDone}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
