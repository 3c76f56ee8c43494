/** The files of a function, the editor of the open one, and what the deploy said. */
import type { FunctionCode as Code } from '@basedeck/core'
import { functionsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { FilePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDeck } from '../../bind/deck-context.js'
import { useLast } from '../../bind/use-last.js'
import { Badge, type BadgeTone } from '../../elements/badge.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { TextField } from '../../elements/text-field.js'
import { CodeEditor } from '../../widgets/code-editor/code-editor.js'
import styles from './functions.module.css'

const text = functionsText.code
const TONES: Readonly<Record<keyof typeof text.levels, BadgeTone>> = {
  info: 'quiet',
  warning: 'accent',
  error: 'bad',
}

export interface FunctionCodeProps {
  code: Code
  isReadOnly: boolean
  /** Beside the heading of the files: the button that deploys. */
  actions: ReactNode
  deploy(): void
}

export function FunctionCode({ code, isReadOnly, actions, deploy }: FunctionCodeProps) {
  const open = useStore(code.$open)
  const state = useStore(code.form.$state)
  return (
    <div className={styles['code']}>
      <div className={styles['bar']}>{actions}</div>
      {state.status === 'failed' && <ErrorAlert title={state.message} />}
      <div className={styles['panes']}>
        <Files code={code} isReadOnly={isReadOnly} />
        <div className={styles['editor']}>
          {open === null && <p className={styles['quiet']}>{text.none}</p>}
          {open?.isBinary && <p className={styles['quiet']}>{text.binary}</p>}
          {open && !open.isBinary && (
            <Editor key={open.name} code={code} isReadOnly={isReadOnly} deploy={deploy} />
          )}
        </div>
      </div>
      <Output code={code} />
      <Naming code={code} />
    </div>
  )
}

function Editor({ code, isReadOnly, deploy }: Pick<FunctionCodeProps, 'code' | 'isReadOnly' | 'deploy'>) {
  const { preferences } = useDeck()
  const theme = useStore(preferences.$theme)
  const open = useStore(code.$open)
  const marks = useStore(code.$marks)
  const types = useStore(code.$typesPath)
  if (open === null) return null
  return (
    <CodeEditor
      label={text.editorOf(open.name)}
      leaveHint={text.leaveHint}
      language={open.language}
      value={open.content}
      theme={theme}
      marks={marks}
      types={types}
      readOnly={isReadOnly}
      onChange={code.type}
      onRun={deploy}
    />
  )
}

function Files({ code, isReadOnly }: Pick<FunctionCodeProps, 'code' | 'isReadOnly'>) {
  const files = useStore(code.$files)
  const open = useStore(code.$open)
  return (
    <section aria-label={text.files} className={styles['files']}>
      <header>
        <h3>{text.files}</h3>
        {!isReadOnly && (
          <IconButton label={text.add} icon={<Icon of={FilePlus} size={14} />} onClick={code.addFile} />
        )}
      </header>
      <ul>
        {files.map(({ name, isEntry }) => (
          <li key={name} data-open={name === open?.name}>
            <button type="button" aria-current={name === open?.name} onClick={() => code.open(name)}>
              <span className={styles['path']}>{name}</span>
              {isEntry && <small>{text.entry}</small>}
            </button>
            {!isReadOnly && (
              <RowMenuButton
                label={text.actionsOf(name)}
                actions={() => [
                  { id: 'rename', label: text.rename, run: () => code.renameFile(name) },
                  ...(isEntry
                    ? []
                    : [
                        {
                          id: 'delete',
                          label: text.delete,
                          isDangerous: true,
                          run: () => code.deleteFile(name),
                        },
                      ]),
                ]}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Output({ code }: { code: Code }) {
  const output = useStore(code.$output)
  if (output === null || (output.lines.length === 0 && !output.isRefused)) return null
  return (
    <section aria-label={text.output} className={styles['output']}>
      <h3>{text.output}</h3>
      {output.isRefused && <p role="alert">{text.refused}</p>}
      <ol>
        {output.lines.map(({ key, level, place, text: said }) => (
          <li key={key}>
            <Badge tone={TONES[level]}>{text.levels[level]}</Badge>
            {place !== '' && <code>{place}</code>}
            <span>{said}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Naming({ code }: { code: Code }) {
  const naming = useStore(code.$naming)
  const last = useLast(naming ?? null)
  return (
    <FormDialog
      open={naming !== undefined}
      title={last?.renames ? text.renameTitle(last.renames) : text.addTitle}
      form={code.path}
      submitLabel={text.save}
      sendingLabel={text.saving}
      onClose={code.closeNaming}
    >
      <TextField form={code.path} name="path" label={text.path} hint={text.pathHint} isCode takesFocus />
    </FormDialog>
  )
}
