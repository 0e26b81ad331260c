/** The store profiles state how much of each query the store keeps. */
export const storeProfiles = ['lean', 'standard', 'forensic'] as const;
export type StoreProfile = (typeof storeProfiles)[number];
