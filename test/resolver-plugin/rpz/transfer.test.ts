import type { RpzAnswer } from '@sonde/shared/policy/rpz-answer.ts';
import { rpzAnswer } from '@sonde/shared/policy/rpz-answer.ts';
import test from 'ava';
import packet, { type DecodedPacket, type SoaAnswer } from 'dns-packet';
import fc from 'fast-check';
import { answer } from '../../../resolver-plugin/rpz/answer.ts';
import { PrimaryCounters } from '../../../resolver-plugin/rpz/counters.ts';
import { RpzZone } from '../../../resolver-plugin/rpz/zone.ts';
import { policyZone } from '../../support/resolvers/policy-zone.ts';

type Records = NonNullable<DecodedPacket['answers']>;

/** The answer section of a transfer, over all its messages, as another implementation reads it. */
function transfer(zone: RpzZone, since?: number): Records {
  const soa = { mname: 'a', rname: 'b', refresh: 1, retry: 1, expire: 1, minimum: 1 };
  const request = packet.encode({
    type: 'query',
    id: 7,
    questions: [{ name: policyZone, type: since === undefined ? 'AXFR' : 'IXFR', class: 'IN' }],
    ...(since === undefined
      ? {}
      : { authorities: [{ type: 'SOA', name: policyZone, data: { ...soa, serial: since } }] }),
  });
  const options = { zone, keys: [], counters: new PrimaryCounters(), clock: { now: () => 0 } };
  const messages = [...(answer(request, 'tcp', options)?.messages ?? [])];
  return messages.flatMap((message) => packet.decode(message).answers ?? []);
}

const isSoa = (record: Records[number]): record is SoaAnswer => record.type === 'SOA';
const textOf = (record: Records[number]) =>
  `${record.name} ${record.type} ${JSON.stringify('data' in record && record.data)}`;

/** What a secondary has after a transfer (RFC 1995 section 4): the steps applied, or the zone as it came. */
function applied(held: ReadonlySet<string>, records: Records): Set<string> {
  const soaAt = records.flatMap((record, index) => (isSoa(record) ? [index] : []));
  if (records.length === 1) return new Set(held);
  const incremental = isSoa(records[1]!);
  const result = new Set(incremental ? held : []);
  soaAt.slice(incremental ? 1 : 0, -1).forEach((start, step) => {
    const end = soaAt[(incremental ? 1 : 0) + step + 1] ?? records.length;
    for (const record of records.slice(start + 1, end)) {
      if (record.type === 'NS') continue;
      if (incremental && step % 2 === 0) result.delete(textOf(record));
      else result.add(textOf(record));
    }
  });
  return result;
}

const answers = [
  rpzAnswer({ kind: 'block', answer: 'nxdomain' }),
  rpzAnswer({ kind: 'allow' }),
  rpzAnswer({ kind: 'redirect_to_addresses', addresses: ['192.0.2.1', '2001:db8::1'] }),
  rpzAnswer({ kind: 'redirect', name: 'elsewhere.example' }),
] as RpzAnswer[];
const owner = fc.integer({ min: 0, max: 15 }).map((number) => `n${number}.example`);
const step = fc.record({
  removed: fc.array(owner, { maxLength: 16 }),
  put: fc.array(fc.tuple(owner, fc.constantFrom(...answers)), { maxLength: 6 }),
});

test('whatever a secondary held, a transfer leads it to what the zone is', (t) => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 5, max: 60 }),
      (steps, journalSteps, journalEntries) => {
        const journal = { steps: journalSteps, entries: journalEntries };
        const zone = new RpzZone({ name: policyZone, now: 1_000_000, journal });
        const past = new Map([[zone.serial, applied(new Set(), transfer(zone))]]);
        for (const { removed, put } of steps) {
          zone.update({ removed, put: [...new Map(put)] }, 1_000_000);
          past.set(zone.serial, applied(new Set(), transfer(zone)));
        }
        const expected = [...past.get(zone.serial)!].sort();
        for (const [serial, held] of past) {
          t.deepEqual([...applied(held, transfer(zone, serial))].sort(), expected);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('a transfer begins and ends with the SOA of its serial, and is not disturbed by a change meanwhile', (t) => {
  const zone = new RpzZone({ name: policyZone, now: 1_000_000 });
  const put = Array.from({ length: 5_000 }, (_, index) => [`n${index}.example`, answers[0]!] as const);
  zone.update({ removed: [], put }, 1_000_000);
  const request = packet.encode({
    type: 'query',
    id: 7,
    questions: [{ name: policyZone, type: 'AXFR', class: 'IN' }],
  });
  const options = { zone, keys: [], counters: new PrimaryCounters(), clock: { now: () => 0 } };
  const { serial } = zone;
  const messages = answer(request, 'tcp', options)!.messages[Symbol.iterator]();
  const records: Records = [];
  for (let next = messages.next(); next.done !== true; next = messages.next()) {
    records.push(...(packet.decode(next.value).answers ?? []));
    zone.update({ removed: put.slice(0, 10).map(([name]) => name), put: [] }, 1_000_000);
  }
  t.is(records.length, 5_003);
  for (const record of [records[0]!, records.at(-1)!]) t.is(isSoa(record) && record.data.serial, serial);
  t.not(zone.serial, serial);
});
