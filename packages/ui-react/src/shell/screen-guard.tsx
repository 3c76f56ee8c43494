/** The error boundary of a screen: an exception, or a file that can't be loaded, leaves the frame usable. */
import { errorText } from '@basedeck/core/text'
import { Component, type ReactNode } from 'react'
import { Button } from '../elements/button.js'
import { ErrorAlert } from '../elements/error-alert.js'

export class ScreenGuard extends Component<{ children: ReactNode }, { failure?: unknown }> {
  override state: { failure?: unknown } = {}

  static getDerivedStateFromError(failure: unknown) {
    return { failure }
  }

  override render() {
    if (!('failure' in this.state)) return this.props.children
    const { failure } = this.state
    return (
      <ErrorAlert
        isPage
        title={errorText.title(failure instanceof Error ? failure.message : errorText.unknown)}
      >
        <p>{errorText.advice}</p>
        <Button onClick={() => location.reload()}>{errorText.retry}</Button>
      </ErrorAlert>
    )
  }
}
