/** What the platform says about plans. */
export const refusalText = {
  otherPlan: (name: string) =>
    `The plan was changed in the meantime: it is ${name} now. Look at the plans again before you change it.`,
}
