import { useEffect } from 'react'

/** Calls `run` once the component and everything in it stands in the page. */
export function useMounted(run: () => void): void {
  useEffect(run, [run])
}
