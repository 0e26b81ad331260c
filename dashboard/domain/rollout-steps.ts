/** The shares of resolvers, in percent, that a rule is rolled out to, one after the other. */
export const rolloutSteps: readonly number[] = [1, 5, 10, 25, 50, 100];
