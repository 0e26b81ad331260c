import { join } from 'node:path';
import test from 'ava';
import type { BlocklistEntry } from '../../../../scanner/checks/blocklists/blocklists-result.ts';
import { runInNamespace } from '../../../support/lab/run-in-namespace.ts';

interface Look {
  readonly listed: boolean | null;
  readonly lists: readonly BlocklistEntry[];
  readonly codes: readonly string[];
  readonly errors: readonly string[];
}

const running = runInNamespace(join(import.meta.dirname, 'blocklists-program.ts')) as Promise<
  Record<string, Look>
>;

test('a domain is listed by itself or by the registered one above it', async (t) => {
  const { clean, bad, below, host, neighbour, both } = await running;
  t.like(clean, { listed: false, codes: ['pass:not_listed'], errors: [] });
  t.deepEqual(
    clean!.lists.map(({ status }) => status),
    ['not_listed', 'not_listed'],
  );
  t.like(bad, { listed: true, codes: ['fail:listed'] });
  t.deepEqual(bad!.lists[0], {
    list: 'plain.lists',
    status: 'listed',
    name: 'bad.example',
    codes: ['127.0.0.2'],
    reason: 'sends spam',
  });
  t.is(below!.lists[0]?.name, 'bad.example');
  t.is(host!.lists[0]?.name, 'host.shared.example');
  t.is(neighbour!.listed, false);
  t.deepEqual(both!.codes, ['fail:listed', 'fail:listed']);
});

test('a refusal, a list of everything and silence are no listings and no clean bill', async (t) => {
  const { refused, parked, some, sold } = await running;
  t.like(sold, { listed: null, codes: ['unknown:list_broken', 'unknown:list_broken'] });
  t.like(refused, {
    listed: null,
    codes: ['unknown:list_refused', 'unknown:list_refused'],
    errors: ['refused', 'refused'],
  });
  t.like(parked, { listed: null, codes: ['unknown:list_broken'], errors: ['broken'] });
  t.like(some, { listed: false, errors: ['refused', 'unreachable'] });
  t.deepEqual(
    some!.lists.map(({ status }) => status),
    ['not_listed', 'refused', 'unanswered'],
  );
});
