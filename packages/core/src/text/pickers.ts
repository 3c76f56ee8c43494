/** What the pickers of the header say. It comes with the first one that is opened. */
export const pickerText = {
  organization: {
    find: 'Find organization...',
    none: 'No organizations found',
    failed: 'Failed to retrieve organizations',
    all: 'All Organizations',
    create: 'New organization',
    mayNotCreate: 'You may not create organizations on this platform.',
  },
  project: {
    find: 'Find project...',
    none: 'This organization has no projects',
    noMatch: 'No projects found based on your search',
    failed: 'Failed to retrieve projects',
    failedMore: 'More projects could not be retrieved',
    create: 'New project',
    mayNotCreate: 'Your role does not allow creating projects.',
  },
  branch: {
    find: 'Find branch...',
    none: 'No branches found',
    failed: 'Failed to load branches',
    create: 'Create branch',
    notKnown: 'The features of this project’s database are still loading.',
    manage: 'Manage branches',
    feedback: 'Branching feedback',
  },
}
