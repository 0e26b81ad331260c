import fc from 'fast-check';
import type { Row } from '../../../shared/batch/row.ts';
import { factKinds } from '../../../shared/batch/row-facts.ts';
import { nameServices, outcomes, sections, transports } from '../../../shared/batch/row-layout.ts';
import { addressText } from '../../../shared/net/address.ts';

const uint8 = fc.integer({ min: 0, max: 0xff });
const uint16 = fc.integer({ min: 0, max: 0xffff });
const uint32 = fc.integer({ min: 0, max: 0xffff_ffff });
const keys = <Name extends string>(values: Record<Name, number>) =>
  fc.constantFrom(...(Object.keys(values) as Name[]));

const address = fc.oneof(
  fc.ipV4(),
  fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => addressText(bytes)),
  fc.constantFrom('::', '::1', '::ffff:0.0.0.0'),
);

/** Any row that the layout can carry, within these bounds. `observedAt` in microseconds, texts in characters. */
export function arbitraryRowOf(bounds: {
  observedAt: fc.Arbitrary<number>;
  textLength: number;
  records: number;
}): fc.Arbitrary<Row> {
  const text = fc.string({ unit: 'grapheme-ascii', maxLength: bounds.textLength });
  const row = fc.record({
    observedAt: bounds.observedAt,
    outcome: keys(outcomes),
    transport: keys(transports),
    nameService: keys(nameServices),
    ednsVersion: uint8,
    latency: uint32,
    tcpRoundTrip: uint32,
    clientAddress: address,
    serverAddress: address,
    clientPort: uint16,
    serverPort: uint16,
    messageId: uint16,
    queryFlags: uint16,
    responseFlags: uint16,
    responseCode: uint16,
    queryType: uint16,
    queryClass: uint16,
    querySize: uint16,
    responseSize: uint16,
    ednsFlags: uint16,
    ednsUdpSize: uint16,
    answerCount: uint16,
    authorityCount: uint16,
    additionalCount: uint16,
    marks: uint16,
    responseUdpSize: uint16,
    vlan: uint16,
    queryName: text,
    clientSubnet: text,
    extendedErrors: fc.array(uint16, { maxLength: 16 }),
    policyRule: text,
    records: fc.array(
      fc.record({
        section: keys(sections),
        name: fc.option(text.filter((name) => name !== '')),
        type: uint16,
        ttl: uint32,
        data: text,
      }),
      { maxLength: bounds.records },
    ),
    facts: fc.array(fc.record({ kind: fc.constantFrom(...Object.values(factKinds)), value: text }), {
      maxLength: 4,
    }),
  });
  // An owner is often the query name, and never empty unless that is.
  return row.map((any) => ({
    ...any,
    records: any.records.map((record) => ({ ...record, name: record.name ?? any.queryName })),
  }));
}

/** Its time within a few days, so that partitions stay few. */
export const arbitraryRow = arbitraryRowOf({
  observedAt: fc
    .integer({ min: 0, max: 3 * 86_400_000_000 - 1 })
    .map((at) => Date.UTC(2026, 0, 14) * 1_000 + at),
  textLength: 80,
  records: 5,
});
