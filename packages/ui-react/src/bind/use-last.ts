/** The last value that was not null: a panel that fades out still shows its content after the store was cleared. */
import { useState } from 'react'

export function useLast<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
