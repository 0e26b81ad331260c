import type { RpzAnswer } from './rpz-answer.ts';
import { defaultZoneTimes, type ZoneTimes, zoneContact, zoneServer } from './rpz-zone.ts';

const linesPerChunk = 1_000;

/**
 * Writes a policy zone as a master file (RFC 1035 section 5), in chunks of many lines. Owners are relative to the zone,
 * which `$ORIGIN` names; the order is that of the entries.
 */
export function* rpzText(
  zone: string,
  serial: number,
  entries: Iterable<readonly [owner: string, answer: RpzAnswer]>,
  times: ZoneTimes = defaultZoneTimes,
): Generator<string> {
  const { ttl, refresh, retry, expire } = times;
  const lines = [
    `$ORIGIN ${absolute(zone)}`,
    `$TTL ${ttl}`,
    `@ SOA ${zoneServer}. ${zoneContact}. ${serial} ${refresh} ${retry} ${expire} ${ttl}`,
    `@ NS ${zoneServer}.`,
  ];
  for (const [owner, { records }] of entries) {
    for (const { type, value } of records) {
      lines.push(`${masterName(owner)} ${type} ${type === 'CNAME' ? absolute(value) : value}`);
    }
    if (lines.length >= linesPerChunk) yield `${lines.splice(0).join('\n')}\n`;
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
}

function absolute(name: string): string {
  return name === '.' ? '.' : `${masterName(name)}.`;
}

/** Characters that a name may have and a master file gives a meaning to. */
function masterName(name: string): string {
  return name.replace(/[";()@$]/g, '\\$&');
}
