/** The frame before the first page is known: the same as in the dashboard's `index.html`, which it replaces. */
import { shellText } from '@basedeck/core/text'

export function BootFrame() {
  return (
    <div className="boot" role="status" aria-label={shellText.loading}>
      <div className="boot-header">
        <span />
        <span />
      </div>
      <div className="boot-rail" />
      <div className="boot-page">
        <span />
        <span />
        <span />
        <span />
        <p>{shellText.waitingForServer}</p>
      </div>
    </div>
  )
}
