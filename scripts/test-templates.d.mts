/** For this process and all that it starts. */
export function templatesForTests(): void
