/** A call of the function, and its answer. */
import type { FunctionTry as Attempt } from '@basedeck/core'
import { functionsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { FactList } from '../../elements/fact-list.js'
import { Form } from '../../elements/form.js'
import { Section } from '../../elements/section.js'
import { SelectField } from '../../elements/select-field.js'
import { TextField } from '../../elements/text-field.js'
import { WideScroller } from '../../elements/wide-scroller.js'
import { ImpersonationDialog, RoleButton } from '../parts/impersonation-dialog.js'
import styles from './functions.module.css'

const text = functionsText.try

export function FunctionTry({ attempt }: { attempt: Attempt }) {
  const { form } = attempt
  const hasBody = useStore(attempt.$hasBody)
  const isSending = useStore(attempt.$state).status === 'sending'
  return (
    <>
      <Section title={text.title} actions={<RoleButton picker={attempt.role} />} isFlush>
        <Form
          form={form}
          label={text.title}
          submitLabel={text.send}
          sendingLabel={text.sending}
          buttons={isSending && <Button onClick={attempt.stop}>{text.stop}</Button>}
        >
          <SelectField
            form={form}
            name="method"
            label={text.method}
            choices={attempt.methods.map((value) => ({ value, label: value }))}
          />
          <TextField form={form} name="path" label={text.path} hint={text.pathHint} isCode isOptional />
          <TextField
            form={form}
            name="headers"
            label={text.headers}
            hint={text.headersHint}
            rows={3}
            isCode
            isOptional
          />
          {hasBody && <TextField form={form} name="body" label={text.body} rows={6} isCode isOptional />}
        </Form>
      </Section>
      <Answer attempt={attempt} />
      <ImpersonationDialog picker={attempt.role} />
    </>
  )
}

function Answer({ attempt }: { attempt: Attempt }) {
  const state = useStore(attempt.$state)
  if (state.status === 'failed') return <ErrorAlert title={state.message} />
  if (state.status !== 'answered') return null
  const { summary, isRefused, headers, body, isCut } = state
  return (
    <Section title={text.answerTitle} actions={<Badge tone={isRefused ? 'bad' : 'good'}>{summary}</Badge>}>
      <div className={styles['answer']}>
        <FactList facts={headers.map(([label, value]) => ({ key: label, label, value }))} />
        {body === '' ? (
          <p>{text.empty}</p>
        ) : (
          <WideScroller aria-label={text.answerBody} className={styles['body']}>
            <pre>{body}</pre>
          </WideScroller>
        )}
        {isCut && <p>{text.cut}</p>}
      </div>
    </Section>
  )
}
