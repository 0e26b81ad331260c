/** The presentations of what is passed on, by the words of the API. */
export const presentationIds = ['json', 'ecs', 'ocsf', 'zeek', 'cef', 'cof', 'rows'] as const;
export type PresentationId = (typeof presentationIds)[number];
