import type { DetectionChanges } from '@sonde/client/api-types.generated.ts';
import type { ClientRole } from './site-roles.ts';

/** Says what a client or a network is for; undefined takes back what was said. Of an address it holds before a network around it. */
export function withRole(
  changes: DetectionChanges,
  client: string,
  role: ClientRole | undefined,
): DetectionChanges {
  const others = (changes.site?.roles ?? []).filter((one) => one.client !== client);
  const own = role === undefined ? [] : [{ client, role }];
  // The first that covers a client holds.
  const roles = client.includes('/') ? [...others, ...own] : [...own, ...others];
  return { ...changes, site: { ...changes.site, roles } };
}

export function withZone(changes: DetectionChanges, zone: string): DetectionChanges {
  const ownZones = [...new Set([...(changes.site?.ownZones ?? []), zone])];
  return { ...changes, site: { ...changes.site, ownZones } };
}

export function withoutZone(changes: DetectionChanges, zone: string): DetectionChanges {
  const ownZones = (changes.site?.ownZones ?? []).filter((one) => one !== zone);
  return { ...changes, site: { ...changes.site, ownZones } };
}

export function withWatched(changes: DetectionChanges, domain: string): DetectionChanges {
  const watched = [...new Set([...(changes.lookalike?.watched ?? []), domain])];
  return { ...changes, lookalike: { ...changes.lookalike, watched } };
}

export function withoutWatched(changes: DetectionChanges, domain: string): DetectionChanges {
  const watched = (changes.lookalike?.watched ?? []).filter((one) => one !== domain);
  return { ...changes, lookalike: { ...changes.lookalike, watched } };
}
