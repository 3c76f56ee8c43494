export const guard = []
