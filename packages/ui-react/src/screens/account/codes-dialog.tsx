/** Recovery codes, this once: they can be copied and saved, and only their own button closes it. */
import { Dialog } from '@base-ui/react/dialog'
import { accountText, type FactorStep, type SecondFactor } from '@basedeck/core'
import { Copy, Download } from 'lucide-react'
import { useLast } from '../../bind/use-last.js'
import { Button } from '../../elements/button.js'
import dialogStyles from '../../elements/confirm-dialog.module.css'
import { Icon } from '../../elements/icon.js'
import styles from './security.module.css'

export interface CodesDialogProps {
  model: SecondFactor
  step: Extract<FactorStep, { name: 'codes' }> | null
}

export function CodesDialog({ model, step }: CodesDialogProps) {
  const last = useLast(step)
  return (
    // Escape would lose what never comes back.
    <Dialog.Root open={step !== null} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles['backdrop']} />
        <Dialog.Popup className={dialogStyles['popup']}>
          <Dialog.Title className={dialogStyles['title']}>{accountText.codesTitle}</Dialog.Title>
          <Dialog.Description className={dialogStyles['body']} render={<div />}>
            <p>{accountText.codesBody}</p>
            <ol className={styles['codes']}>
              {last?.codes.map((code) => (
                <li key={code}>
                  <code>{code}</code>
                </li>
              ))}
            </ol>
          </Dialog.Description>
          <div className={dialogStyles['buttons']}>
            <Button icon={<Icon of={Copy} size={14} />} onClick={() => void model.copyCodes()}>
              {accountText.copyCodes}
            </Button>
            <a className={styles['download']} href={last?.fileHref} download={accountText.codesFile}>
              <Icon of={Download} size={14} />
              {accountText.downloadCodes}
            </a>
            <Button kind="primary" onClick={model.close}>
              {accountText.codesKept}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
