import { join } from 'node:path';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { UpstreamFailed } from '@sonde/shared/errors.ts';
import test from 'ava';
import { resolveHandshake } from '../../../scanner/names/resolve-handshake.ts';
import type { DnsAnswer } from '../../../scanner/ports/dns-answer.ts';
import type { DnsResolution } from '../../../scanner/ports/dns-resolution.ts';
import { runInNamespace } from '../../support/lab/run-in-namespace.ts';

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

interface Report {
  readonly resolved?: Record<string, unknown> | null;
  readonly remark?: string | null;
  readonly error?: string;
  readonly message?: string;
}

test('over a root with keys of its own, at a port of its own: what is there, what is not, and what is bogus', async (t) => {
  const program = join(import.meta.dirname, 'handshake-program.ts');
  const report = (await runInNamespace(program)) as Record<string, Report>;
  t.like(report['validated welcome'], {
    resolved: { a: ['198.18.10.1'], ns: ['ns1.welcome'], dnssec: 'secure' },
    sources: ['handshake'],
    remark: null,
  });
  t.like(report['validated www.welcome'], { resolved: { a: ['198.18.10.2'], dnssec: 'secure' } });
  for (const name of ['none.welcome', 'nobody']) {
    const denied = report[`validated ${name}`]!;
    t.is(denied.resolved, null, name);
    t.is(denied.remark, 'There is no such name, and the zone above it proves that.', name);
  }
  t.like(report['validated www.plain'], { resolved: { a: ['198.18.10.3'], dnssec: 'insecure' } });
  t.like(report['validated www.broken'], { error: 'upstream_failed' });
  t.regex(report['validated www.broken']?.message ?? '', /does not verify/);
  // An alias that leads out of the DNS is not followed, from that root either.
  t.like(report['validated leak.welcome'], { error: 'upstream_failed' });
  t.regex(report['validated leak.welcome']?.message ?? '', /secret\.onion is a name of Tor/);

  t.like(report['unvalidated www.broken'], { resolved: { a: ['198.18.10.66'], dnssec: null } });
  t.is(report['unvalidated nobody']?.remark, 'There is no such name.');
  t.is(report['elsewhere welcome']?.error, 'upstream_failed');
});
