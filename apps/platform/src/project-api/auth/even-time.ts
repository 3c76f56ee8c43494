/**
 * Answers that could tell by their time whether an address is known take at least a while: then a mail more or less, or a row,
 * makes no difference.
 */

/** Milliseconds; the flows themselves take some 20 to 60 on a small machine. */
export const EVEN_MS = 200

/** @param leastMs from now to the answer, whichever way it comes out */
export async function inEvenTime<Value>(work: () => Promise<Value>, leastMs: number): Promise<Value> {
  const even = new Promise<void>((resolve) => setTimeout(resolve, leastMs))
  try {
    return await work()
  } finally {
    await even
  }
}
