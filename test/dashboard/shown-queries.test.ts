import test from 'ava';
import type { StoredQuery } from '../../client/api-types.generated.ts';
import { notShown, withPage } from '../../dashboard/domain/shown-queries.ts';

const row = (name: string) =>
  ({
    timestamp: '2026-03-14T12:00:00.000Z',
    client_ip: '192.0.2.7',
    client_port: 5_353,
    query_name: name,
    query_type: 'A',
    agent_id: 3,
  }) as StoredQuery;
const names = (rows: readonly StoredQuery[]) => rows.map(({ query_name: name }) => name).join(' ');

test('a first page that comes after live rows has those that it shares with them once', (t) => {
  t.is(names(withPage([row('c'), row('b')], [row('b'), row('a')], true)), 'c b a');
});

test('rows that agree in all that is shown are each there, within a page and on the next', (t) => {
  const first = withPage([], [row('b'), row('b')], true);
  t.is(names(first), 'b b');
  t.is(names(withPage(first, [row('b'), row('a')], false)), 'b b b a');
});

test('of live rows those come that are not shown yet', (t) => {
  t.is(names(notShown([row('c'), row('b')], [row('b'), row('a')])), 'c');
});
