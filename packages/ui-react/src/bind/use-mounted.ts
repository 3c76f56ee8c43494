import { useEffect } from 'react'

/** Calls `run` once the component and everything in it is in the document. */
export function useMounted(run: () => void): void {
  useEffect(run, [run])
}
