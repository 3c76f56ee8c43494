/** What is shown of something that loads: its lines while it does, why it failed, or itself. */
import { errorText, shellText, type Remote } from '@basedeck/core'
import type { ReactNode } from 'react'
import { Button } from './button.js'
import { ErrorAlert } from './error-alert.js'
import { Skeleton } from './skeleton.js'

export interface RemoteContentProps<Data> {
  state: Remote<Data>
  children(data: Data): ReactNode
}

export function RemoteContent<Data>({ state, children }: RemoteContentProps<Data>) {
  if (state.status === 'loading') return <Skeleton label={shellText.loading} lines={6} />
  if (state.status === 'ready') return children(state.data)
  return (
    <ErrorAlert title={errorText.title(state.error.message)}>
      <Button onClick={state.retry}>{errorText.retry}</Button>
    </ErrorAlert>
  )
}
