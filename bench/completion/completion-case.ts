/** A text with `|` where the cursor stands, and what its writer wants next: any of these is right. */
export type CompletionCase = readonly [text: string, ...wanted: string[]]
