/** True from the first time that `isSo` is true: a dialog stays mounted after it closed, so that its exit is animated. */
import { useState } from 'react'

export function useLatch(isSo: boolean): boolean {
  const [was, setWas] = useState(isSo)
  if (isSo && !was) setWas(true)
  return was || isSo
}
