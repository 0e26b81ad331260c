/** The changes of a threat that are passed on. */
export const threatChanges = ['opened', 'worsened', 'resolved', 'reopened'] as const;
export type ThreatChange = (typeof threatChanges)[number];
