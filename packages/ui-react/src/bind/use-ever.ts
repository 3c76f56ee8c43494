/** Whether something was so once: what came for it stays, so that it can close as it opened. */
import { useState } from 'react'

export function useEver(isSo: boolean): boolean {
  const [was, setWas] = useState(isSo)
  if (isSo && !was) setWas(true)
  return was || isSo
}
