import { join } from 'node:path';
import test from 'ava';
import type { ResolverTest } from '../../../../scanner/checks/ede/test-resolver.ts';
import { runInNamespace } from '../../../support/lab/run-in-namespace.ts';

const running = runInNamespace(join(import.meta.dirname, 'resolver-program.ts')) as Promise<
  Record<'unbound' | 'server' | 'nobody' | 'forbidden', ResolverTest>
>;

test('Unbound validates and tells why it fails', async (t) => {
  const { unbound } = await running;
  t.like(unbound, { reachable: true, edns: true, validates: true, supportsExtendedErrors: true });
  const verdicts = Object.fromEntries(
    unbound.cases.map(({ name, verdict }) => [name.split('.')[0], verdict]),
  );
  t.like(verdicts, {
    valid: 'told',
    unsigned: 'told',
    // Unbound 1.17 says that the key is missing where its signature does not hold.
    'rrsig-exp-all': 'other_code',
    'rrsig-no-all': 'other_code',
    'ds-bad-tag': 'told',
    'ds-bogus-digest-value': 'told',
  });
  t.true(
    (unbound.score ?? 0) > 20 && (unbound.score ?? 100) < 100,
    JSON.stringify(unbound.cases, undefined, 1),
  );
});

test('codes come with their names and the text beside them', async (t) => {
  const { unbound } = await running;
  const [expired] = unbound.cases.filter(({ name }) => name.startsWith('rrsig-exp-all'));
  t.is(expired?.responseCode, 'SERVFAIL');
  t.true(expired?.received.some(({ code, name }) => code === 9 && name === 'DNSKEY Missing'));
});

test('what is no resolver does not validate', async (t) => {
  const { server } = await running;
  t.true(server.reachable);
  t.not(server.validates, true);
});

test('what does not answer, and what must not be asked, is told as such', async (t) => {
  const { nobody, forbidden } = await running;
  t.like(nobody, { reachable: false, score: null, cases: [] });
  t.regex(forbidden.failure ?? '', /must not be asked/);
});
