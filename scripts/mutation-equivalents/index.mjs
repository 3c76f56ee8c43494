/**
 * Changes of the code that no test can notice, each with the reason. They are counted neither as noticed nor as missed.
 */
import { guard } from './guard.mjs'
import { kernel } from './kernel.mjs'
import { platform } from './platform.mjs'
import { rules } from './rules.mjs'
import { screens } from './screens.mjs'
import { sessions } from './sessions.mjs'

export const equivalents = [...guard, ...kernel, ...platform, ...rules, ...screens, ...sessions]
