/** Roles that clients have by what they ask for. */
export const clientRoles = ['resolver', 'mail_server', 'scanner', 'domain_controller', 'shared'] as const;
export type ClientRole = (typeof clientRoles)[number];

/** A learned role says since when a client behaves so, and when it was last seen to. Unix seconds. */
export interface LearnedRole {
  readonly client: string;
  readonly role: ClientRole;
  readonly since: number;
  readonly seen: number;
}

/** A learned zone is a domain whose names have private addresses at a location. Unix seconds. */
export interface LearnedZone {
  readonly zone: string;
  readonly since: number;
  readonly seen: number;
}

/** A past states how many names that do not exist a client asks for in a minute, usually. */
export interface LearnedPast {
  readonly client: string;
  readonly failing: number;
}

/** A site profile is what was learned of a location: roles, own zones, and what its clients used to do. */
export interface SiteProfile {
  readonly locationId: number;
  readonly roles: readonly LearnedRole[];
  readonly zones: readonly LearnedZone[];
  readonly past: readonly LearnedPast[];
}

/** Site profiles keep what collectors learned, each for itself: what one of them knows all know after a restart. */
export interface SiteProfiles {
  save(collectorId: string, profiles: readonly SiteProfile[]): Promise<void>;
  /** Of all collectors together; of one location, or of all. What was learned last stands. */
  read(locationId?: number): Promise<SiteProfile[]>;
}
