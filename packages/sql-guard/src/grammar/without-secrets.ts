/**
 * A text as it may be kept and shown to others: in statements that can carry a secret each constant and comment is `…`.
 * What PostgreSQL's grammar refuses is its shape only.
 *
 * @rule sql.without-secrets  @spec §5
 */
import { scan } from '../lexer/scan.js'
import { piecesOf, type Piece } from '../pieces.js'
import { mayGoOn, shapeOf, withoutConstants } from '../shape.js'
import { parse } from './parser.js'
import { Positions } from './positions.js'
import { hasEndlessOperators, readableText } from './readable-text.js'
import { canCarrySecret, NAMES_SECRET } from './secrets.js'

/** Undefined: it can't be judged. Never throws. */
export async function withoutSecrets(sql: string): Promise<string | undefined> {
  if (sql.includes('\0')) return undefined
  const readable = readableText(sql)
  const positions = new Positions(readable, sql)
  if (hasEndlessOperators(positions.tokens)) return undefined
  const parsed = await parse(readable)
  if (parsed.type !== 'parsed') return undefined
  const pieces = [...piecesOf(sql)]
  if (pieces.length !== parsed.statements.length) return undefined
  try {
    const suspects = new Set<Piece>()
    for (const [index, { node, startByte }] of parsed.statements.entries()) {
      const piece = pieces[index]
      const start = positions.at(positions.offsetOfByte(startByte)).start
      if (!piece || piece.tokens[0].start !== start) return undefined
      if (canCarrySecret(node)) suspects.add(piece)
    }
    return told(sql, pieces, suspects)
  } catch {
    // A tree that the parser could still hold may be too deep for the walk.
    return undefined
  }
}

function told(sql: string, pieces: readonly Piece[], suspects: ReadonlySet<Piece>): string {
  const tokens = scan(sql)
  // Where a string ends is not sure, so neither is where a statement does.
  if (suspects.size > 0 && tokens.some((token) => mayGoOn(sql, token))) return shapeOf(sql)
  let text = ''
  let from = 0
  for (const piece of pieces) {
    text += plain(sql.slice(from, piece.start))
    const own = sql.slice(piece.start, piece.end)
    text += suspects.has(piece) ? withoutConstants(own) : plain(own)
    from = piece.end
  }
  return text + plain(sql.slice(from))
}

/** A comment may hold a statement that was tried before. */
function plain(sql: string): string {
  let text = ''
  let from = 0
  for (const { kind, start, end } of scan(sql)) {
    if (kind !== 'comment') continue
    const comment = sql.slice(start, end)
    if (!NAMES_SECRET.test(comment) && !/['"$]/.test(comment)) continue
    text += sql.slice(from, start) + withoutConstants(comment)
    from = end
  }
  return text + sql.slice(from)
}
