/** PostgreSQL's lexical rules, for what looks at a text while it is typed: any text is cut, none throws. */
export { scan } from './scan.js'
export { foldedText, wordOf, type Token, type TokenKind } from './token.js'
export { oddCharactersIn, withoutOddCharacters, type OddCharacter, type OddKind } from './odd-characters.js'
