/**
 * Which entries of the command menu match the query, the best first. Every word must be found: at the start, at the start
 * of a word, inside, or letter by letter. A query that extends the last one searches only its matches.
 * @rule command-search  @spec §2
 */

/** The number of results. */
export const COMMAND_RESULTS = 50

/** A search that remembers its last query, so that one more letter searches only the last matches. */
export interface CommandSearch<Entry> {
  /** The best entries, which all match. */
  find(query: string): Entry[]
}

interface Prepared<Entry> {
  entry: Entry
  /** Lower case without accents. */
  text: string
  /** The characters that occur, as a bit set. */
  letters: number
  /** Its index in the list: equals keep their order. */
  index: number
}

/**
 * Makes a search over entries.
 * @param textOf the text that an entry is found by
 */
export function commandSearch<Entry>(
  entries: readonly Entry[],
  textOf: (entry: Entry) => string,
): CommandSearch<Entry> {
  const all = entries.map((entry, index): Prepared<Entry> => {
    const text = plain(textOf(entry))
    return { entry, text, letters: lettersOf(text), index }
  })
  let last: { query: string; fitting: Prepared<Entry>[] } = { query: '', fitting: all }

  return {
    find(given) {
      const query = plain(given).trim()
      if (query === '') return entries.slice(0, COMMAND_RESULTS)
      const words = query.split(/\s+/)
      const wanted = lettersOf(words.join(''))
      const from = query.startsWith(last.query) ? last.fitting : all
      const fitting: Prepared<Entry>[] = []
      const best = new Best<Prepared<Entry>>()
      for (const candidate of from) {
        if ((candidate.letters & wanted) !== wanted) continue
        // An entry that can't be among the best is not scored: the next letter may do that.
        if (best.isAbove(AT_START - lengthCost(candidate.text))) {
          fitting.push(candidate)
          continue
        }
        const score = scoreOf(candidate.text, words)
        if (score === undefined) continue
        fitting.push(candidate)
        best.add(candidate, score)
      }
      last = { query, fitting }
      return best.inOrder().map(({ entry }) => entry)
    },
  }
}

/** Keeps the few with the highest scores; of equals those that came first. */
class Best<Item extends { index: number }> {
  readonly #kept: { item: Item; score: number }[] = []

  /** Whether a score is too low to be kept. */
  isAbove(score: number): boolean {
    const lowest = this.#kept[COMMAND_RESULTS - 1]
    return lowest !== undefined && score <= lowest.score
  }

  add(item: Item, score: number): void {
    if (this.isAbove(score)) return
    const kept = this.#kept
    let low = 0
    let high = kept.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((kept[middle]?.score ?? 0) >= score) low = middle + 1
      else high = middle
    }
    kept.splice(low, 0, { item, score })
    if (kept.length > COMMAND_RESULTS) kept.pop()
  }

  inOrder(): Item[] {
    return this.#kept.map(({ item }) => item)
  }
}

const AT_START = 1000
const AT_WORD = 800
const INSIDE = 600
const SPREAD = 300
/** Letters of a word within this many times its length belong together. */
const SPREAD_TIMES = 2
/** A short text that matches ranks above a long one. */
const LENGTH_MAX = 100

function scoreOf(text: string, words: readonly string[]): number | undefined {
  let sum = 0
  for (const word of words) {
    const score = wordScore(text, word)
    if (score === undefined) return undefined
    sum += score
  }
  return sum / words.length - lengthCost(text)
}

function lengthCost(text: string): number {
  return Math.min(LENGTH_MAX, text.length)
}

function wordScore(text: string, word: string): number | undefined {
  const first = text.indexOf(word)
  if (first === 0) return AT_START
  if (first === -1) return spreadScore(text, word)
  for (let at = first; at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text.charCodeAt(at - 1))) return AT_WORD
  }
  return INSIDE
}

/** Letter by letter, in order, from the start of a word and not far apart; the closer together, the better. */
function spreadScore(text: string, word: string): number | undefined {
  const first = word[0] ?? ''
  for (let start = text.indexOf(first); start !== -1; start = text.indexOf(first, start + 1)) {
    if (isLetter(text.charCodeAt(start - 1))) continue
    const within = text.slice(start, start + SPREAD_TIMES * word.length)
    let at = -1
    for (const letter of word) {
      at = within.indexOf(letter, at + 1)
      if (at === -1) break
    }
    if (at !== -1) return Math.max(0, SPREAD - 5 * (at - word.length))
  }
  return undefined
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** A bit for each character; several characters share one, so it only says what can't match. */
function lettersOf(text: string): number {
  let letters = 0
  // A shift takes the number modulo 32.
  for (let at = 0; at < text.length; at++) letters |= 1 << text.charCodeAt(at)
  return letters
}

/** Letters of any script belong to a word. */
function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127
}
