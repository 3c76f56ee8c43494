/** The file of an import: dropped, chosen, or pasted. */
import type { CsvImport } from '@basedeck/core'
import { inputFile } from '@basedeck/core/browser'
import { importText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { FileUp } from 'lucide-react'
import { useId, useState, type DragEvent } from 'react'
import { Button } from '../../elements/button.js'
import fieldStyles from '../../elements/field.module.css'
import { Icon } from '../../elements/icon.js'
import styles from './csv-import.module.css'

export function SourceChoice({ csvImport }: { csvImport: CsvImport }) {
  const problem = useStore(csvImport.source.$problem)
  const [pasted, setPasted] = useState('')
  const [isOver, setOver] = useState(false)
  const id = useId()
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files
    setOver(false)
    if (!file) return
    event.preventDefault()
    void csvImport.source.take(inputFile(file))
  }
  return (
    <div className={styles['scroll']}>
      <div role="presentation" onDragOver={drag} onDragLeave={() => setOver(false)} onDrop={drop}>
        <div role="group" aria-label={text.file} className={styles['drop']} data-over={isOver || undefined}>
          <Icon of={FileUp} size={20} />
          <p>{isOver ? text.dropHere : text.drop}</p>
          {csvImport.canChoose && <Button onClick={() => void csvImport.choose()}>{text.choose}</Button>}
        </div>
      </div>
      {problem !== null && (
        <p role="alert" className={fieldStyles['problem']}>
          {problem}
        </p>
      )}
      <div className={fieldStyles['field']}>
        <label htmlFor={id} className={fieldStyles['label']}>
          {text.paste}
        </label>
        <textarea
          id={id}
          rows={8}
          className={`${fieldStyles['input']} ${fieldStyles['code']}`}
          placeholder={text.pasteHint}
          spellCheck={false}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
        <div>
          <Button disabled={pasted.trim() === ''} onClick={() => void csvImport.source.paste(pasted)}>
            {text.takePasted}
          </Button>
        </div>
      </div>
    </div>
  )
}
