import test from 'ava';
import { changedFacts } from '../../../../../collector/domain/intelligence/addresses/changed-facts.ts';
import type { AddressScanAnswer } from '../../../../../shared/schemas/address-scan.ts';

test('a list that falls silent is no change, and one that lets go of the address is', (t) => {
  const scan = (details: Record<string, boolean | null>) =>
    ({
      ...{ network: {}, geolocation: null, bgp: null, reverse_dns: null },
      reputation: {
        blacklists: {
          details: Object.fromEntries(Object.entries(details).map(([zone, listed]) => [zone, { listed }])),
        },
      },
    }) as unknown as AddressScanAnswer;
  t.deepEqual(changedFacts(scan({ 'a.lists': true }), scan({ 'a.lists': null })), []);
  t.deepEqual(changedFacts(scan({ 'a.lists': null }), scan({ 'a.lists': true })), []);
  t.deepEqual(changedFacts(scan({ 'a.lists': true }), scan({ 'a.lists': false })), ['blacklists']);
  t.deepEqual(changedFacts(scan({}), scan({ 'a.lists': true })), []);
});
