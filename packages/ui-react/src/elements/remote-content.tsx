/** Data that loads: a skeleton, the error, or the content. */
import type { Remote } from '@basedeck/core'
import { shellText } from '@basedeck/core/text'
import type { ReactNode } from 'react'
import { LoadFailure } from './load-failure.js'
import { Skeleton } from './skeleton.js'

export interface RemoteContentProps<Data> {
  state: Remote<Data>
  children(data: Data): ReactNode
}

export function RemoteContent<Data>({ state, children }: RemoteContentProps<Data>) {
  if (state.status === 'loading') return <Skeleton label={shellText.loading} lines={6} />
  if (state.status === 'ready') return children(state.data)
  return <LoadFailure message={state.error.message} onRetry={state.retry} />
}
