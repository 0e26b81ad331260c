import { StoreError } from '../../../../ports/system/store-error.ts';
import type { TrafficScope } from '../../../../ports/traffic/traffic.ts';

const maxPoints = 20_000;

/** Lists the beginnings of the buckets that a scope touches, at multiples of their length since 1970. */
export function buckets(scope: TrafficScope, bucketSeconds: number): Date[] {
  if (!Number.isInteger(bucketSeconds) || bucketSeconds < 1) {
    throw new StoreError('refused', 'A bucket lasts a whole number of seconds.');
  }
  const bucket = bucketSeconds * 1_000;
  const first = Math.floor(scope.from.getTime() / bucket) * bucket;
  const count = Math.max(0, Math.ceil((scope.to.getTime() - first) / bucket));
  if (count > maxPoints) throw new StoreError('limit', `A series has at most ${maxPoints} points.`);
  return Array.from({ length: count }, (_, index) => new Date(first + index * bucket));
}
