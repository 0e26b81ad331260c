import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { UpstreamFailed } from '@sonde/shared/errors.ts';
import test from 'ava';
import { resolveHandshake } from '../../../scanner/names/resolve-handshake.ts';
import type { DnsAnswer } from '../../../scanner/ports/dns-answer.ts';
import type { DnsResolution } from '../../../scanner/ports/dns-resolution.ts';

/** A DNS in which each question is answered alike, but for records of type A. */
function dnsOf(change: Partial<DnsAnswer>, addresses: readonly string[] = []): DnsResolution {
  const resolve = async (name: string, type: number) => ({
    question: { name, type },
    responseCode: 0,
    answer: type === recordTypes.A ? addresses.map((text) => ({ name, type, ttl: 60, text })) : [],
    ...change,
  });
  return { resolve } as unknown as DnsResolution;
}

test('a name of Handshake has its records by type, and what validation says of them', async (t) => {
  const { resolved } = await resolveHandshake('welcome', dnsOf({ security: 'secure' }, ['192.0.2.1']));
  t.deepEqual(resolved, { a: ['192.0.2.1'], aaaa: [], ns: [], txt: [], dnssec: 'secure' });
  const none = await resolveHandshake('welcome', dnsOf({ responseCode: 3 }));
  t.deepEqual([none.resolved, none.sources], [null, ['handshake']]);
});

test('a root that fails, is late, or signs what does not verify is a failing upstream', async (t) => {
  const failed = (change: Partial<DnsAnswer>) =>
    t.throwsAsync(resolveHandshake('welcome', dnsOf(change)), { instanceOf: UpstreamFailed });
  t.is((await failed({ responseCode: undefined as never, failure: 'timeout' })).code, 'timeout');
  t.is((await failed({ responseCode: 2 })).code, 'upstream_failed');
  t.regex((await failed({ security: 'bogus' })).message, /does not verify/);
});
