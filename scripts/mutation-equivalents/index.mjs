/**
 * Changes of the code that no test can notice, each with the reason. They are counted neither as noticed nor as missed.
 */
import { guard } from './guard.mjs'
import { kernel } from './kernel.mjs'
import { platform } from './platform.mjs'
import { rulesAToC } from './rules-a-c.mjs'
import { rulesDToL } from './rules-d-l.mjs'
import { rulesMToR } from './rules-m-r.mjs'
import { rulesSToZ } from './rules-s-z.mjs'
import { screens } from './screens.mjs'
import { sessions } from './sessions.mjs'

export const equivalents = [
  ...guard,
  ...kernel,
  ...platform,
  ...rulesAToC,
  ...rulesDToL,
  ...rulesMToR,
  ...rulesSToZ,
  ...screens,
  ...sessions,
]
