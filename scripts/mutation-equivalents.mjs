/**
 * Changes of the code that no test can notice, each with the reason. They are counted neither as noticed nor as missed.
 * A change is known by its file, the line it is in (without its indentation), what is replaced, and by what.
 */
export const equivalents = []
