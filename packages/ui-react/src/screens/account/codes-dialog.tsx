/** Recovery codes, shown only once: they can be copied and saved. */
import type { FactorStep, SecondFactor } from '@basedeck/core'
import { accountText } from '@basedeck/core/text'
import { Copy, Download } from 'lucide-react'
import { useLast } from '../../bind/use-last.js'
import { Button } from '../../elements/button.js'
import { Icon } from '../../elements/icon.js'
import { OneTimeDialog } from '../../elements/one-time-dialog.js'
import styles from './security.module.css'

export interface CodesDialogProps {
  model: SecondFactor
  step: Extract<FactorStep, { name: 'codes' }> | null
}

export function CodesDialog({ model, step }: CodesDialogProps) {
  const last = useLast(step)
  return (
    <OneTimeDialog
      open={step !== null}
      title={accountText.codesTitle}
      buttons={
        <>
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
        </>
      }
    >
      <p>{accountText.codesBody}</p>
      <ol className={styles['codes']}>
        {last?.codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </OneTimeDialog>
  )
}
