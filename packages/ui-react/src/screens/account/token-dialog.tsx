/** A new token, shown only once. */
import type { AccountTokensScreen } from '@basedeck/core'
import { accountText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Button } from '../../elements/button.js'
import { OneTimeDialog } from '../../elements/one-time-dialog.js'
import { SecretField } from '../../elements/secret-field.js'

export function TokenDialog({ screen }: { screen: AccountTokensScreen }) {
  const step = useStore(screen.$step)
  const created = step?.name === 'created' ? step : null
  const last = useLast(created)
  return (
    <OneTimeDialog
      open={created !== null}
      title={accountText.tokenCreated(last?.tokenName ?? '')}
      buttons={
        <Button kind="primary" onClick={screen.close}>
          {accountText.tokenDone}
        </Button>
      }
    >
      <SecretField
        label={accountText.token}
        value={last?.token ?? ''}
        note={accountText.tokenHint}
        onCopy={screen.copy}
      />
    </OneTimeDialog>
  )
}
