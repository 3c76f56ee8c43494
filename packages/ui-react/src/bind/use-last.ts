/** What was there last: a panel that fades out still shows its words after the store has let go of them. */
import { useState } from 'react'

export function useLast<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
