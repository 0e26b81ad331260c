import { join } from 'node:path';
import test from 'ava';
import { runInNamespace } from '../../support/lab/run-in-namespace.ts';
import { privateAddresses, privateHosts } from './whois-lab/private-targets-cases.ts';

interface Scanned {
  readonly domains: number;
  /** Lookups of the name that changes its address. */
  readonly lookups: number;
  /** Private addresses and ports that a connection arrived at. */
  readonly seen: readonly string[];
}

interface Report {
  readonly guarded: Scanned;
  readonly open: Scanned;
  readonly redirects: number;
  readonly referrals: number;
  readonly heard: number;
  readonly ways: number;
}

test('no registry leads a scan to a private address: by redirects, referrals, services or names that change', async (t) => {
  t.timeout(120_000);
  const program = join(import.meta.dirname, 'whois-lab/private-targets-program.ts');
  const { guarded, open, redirects, referrals, heard, ways } = (await runInNamespace(program)) as Report;
  t.deepEqual(guarded.seen, []);
  // The servers did send on, and the name was looked up when it had changed.
  t.is(redirects, ways);
  t.is(referrals, Object.keys(privateHosts).length);
  t.true(guarded.lookups >= 2, `${guarded.lookups} lookups`);
  // The listeners hear, and without the guard the attacks arrive; a step down to http is refused by itself.
  t.is(heard, privateAddresses.length);
  for (const target of ['10.0.0.1 443', '10.0.0.1 43', '127.0.0.1 443', '169.254.169.254 443'])
    t.true(open.seen.includes(target), `${target} of ${open.seen.join(', ')}`);
  t.log(`${guarded.domains} domains: nothing arrived; ${open.seen.length} places without the guard`);
});
