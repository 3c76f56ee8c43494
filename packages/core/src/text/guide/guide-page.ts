/** A page of the documentation that the product brings along. */
export interface GuidePage {
  /** The last part of its address. */
  key: string
  title: string
  lead: string
  /** Only a platform with accounts has what it is about. */
  needsAccounts?: true
  sections: readonly { title: string; /** Markdown. */ text: string }[]
}
