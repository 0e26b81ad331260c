import { addressText, ipv6Text } from '@sonde/shared/net/address.ts';
import type { Indicator } from '../../../../ports/threats/indicators.ts';
import { keyKinds } from './key-kind.ts';
import { belowFlag, exactFlag, kindMask, type Segment } from './segment.ts';

/** Reads one indicator of a segment as an object. */
export function readIndicator(segment: Segment, at: number): Indicator {
  const detail = segment.details[segment.detailOf[at]!]!;
  const extra = segment.extras.get(at);
  const optional = (value: number): number | undefined => (value === 0 ? undefined : value);
  const row = optional(segment.rows[at]!);
  const firstSeenAt = optional(segment.firstSeenAt[at]!);
  const lastSeenAt = optional(segment.lastSeenAt[at]!);
  const expiresAt = optional(segment.expiresAt[at]!);
  return {
    name: nameOf(segment, at),
    threatType: detail.threatType,
    severity: detail.severity,
    source: segment.source,
    description: detail.description,
    ...((segment.kinds[at]! & exactFlag) !== 0 && { exact: true }),
    ...(row !== undefined && { row }),
    ...(firstSeenAt !== undefined && { firstSeenAt }),
    ...(lastSeenAt !== undefined && { lastSeenAt }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(extra !== undefined && { details: extra }),
  };
}

/** Reads all of a segment's indicators, one at a time. */
export function* readIndicators(segment: Segment): Generator<Indicator> {
  for (let at = 0; at < segment.count; at++) yield readIndicator(segment, at);
}

function nameOf(segment: Segment, at: number): string {
  const key = Buffer.from(segment.keys.subarray(segment.keyStarts[at]!, segment.keyStarts[at + 1]!));
  switch (segment.kinds[at]! & kindMask) {
    case keyKinds.v4:
      return network(`${key[0]}.${key[1]}.${key[2]}.${key[3]}`, key[4]!, 32);
    case keyKinds.v6:
      return network(key[10] === 0xff ? addressText(key) : ipv6Text(key), key[16]!, 128);
    case keyKinds.certificate:
      return key.toString('hex');
    case keyKinds.url:
      return key.toString('utf8');
    default:
      return `${(segment.kinds[at]! & belowFlag) === 0 ? '' : '*.'}${key.toString('latin1')}`;
  }
}

function network(address: string, prefix: number, most: number): string {
  return prefix === most ? address : `${address}/${prefix}`;
}
