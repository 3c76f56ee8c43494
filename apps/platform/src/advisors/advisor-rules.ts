/** All rules of the advisors that ask the database: errors first. */
import type { AdvisorRule } from './advisor-rule.js'
import { EXPOSURE_RULES } from './rules/exposure-rules.js'
import { FUNCTION_RULES } from './rules/function-rules.js'
import { INDEX_RULES } from './rules/index-rules.js'
import { POLICY_RULES } from './rules/policy-rules.js'
import { SERVER_RULES } from './rules/server-rules.js'

const LEVELS: readonly AdvisorRule['level'][] = ['ERROR', 'WARN', 'INFO']

export const ADVISOR_RULES: readonly AdvisorRule[] = [
  ...EXPOSURE_RULES,
  ...POLICY_RULES,
  ...FUNCTION_RULES,
  ...INDEX_RULES,
  ...SERVER_RULES,
].sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level))
