import { type Prefix, parsePrefix, prefixCovers } from '@sonde/shared/net/prefix.ts';
import type { KeyBounds } from '../../../ports/accounts/key-bounds.ts';

/** Bounds in time are bounds of a key with their end. */
export interface BoundsInTime extends KeyBounds {
  /** Null for ever. */
  readonly expiresAt: Date | null;
}

export function isBounded({ families, locationIds, networks, readOnly }: KeyBounds): boolean {
  return readOnly || families !== null || locationIds !== null || networks !== null;
}

/** Tells whether all that the inner bounds let through passes the outer bounds too. */
export function isWithin(inner: BoundsInTime, outer: BoundsInTime): boolean {
  return (
    (inner.readOnly || !outer.readOnly) &&
    isPart(inner.families, outer.families) &&
    isPart(inner.locationIds, outer.locationIds) &&
    areCovered(inner.networks, outer.networks) &&
    (outer.expiresAt === null || (inner.expiresAt !== null && inner.expiresAt <= outer.expiresAt))
  );
}

/** Tells whether an address is in one of the networks. A text that is no address is in none. */
export function isFrom(networks: readonly string[], address: string): boolean {
  return areCovered([address], networks);
}

function isPart<Item>(inner: readonly Item[] | null, outer: readonly Item[] | null): boolean {
  return outer === null || (inner?.every((item) => outer.includes(item)) ?? false);
}

function areCovered(inner: readonly string[] | null, outer: readonly string[] | null): boolean {
  if (outer === null) return true;
  if (inner === null) return false;
  const around = outer.map(parsePrefix).filter((prefix): prefix is Prefix => prefix !== undefined);
  return inner.every((text) => {
    const prefix = parsePrefix(text);
    return prefix !== undefined && around.some((wide) => prefixCovers(wide, prefix));
  });
}
