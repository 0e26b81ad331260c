import test from 'ava';
import {
  daysBetween,
  rowsBehind,
  rowsBehindCase,
  threatFiltersOf,
  threatQuery,
} from '../../dashboard/domain/threat-filters.ts';

const asked = (text: string) => threatQuery(threatFiltersOf(new URLSearchParams(text)));

test('an address of the page of threats is asked as the API takes it', (t) => {
  t.deepEqual(asked(''), { status: 'open' });
  t.deepEqual(asked('status=all&severity=high&type=dga,dns_tunnel&client=192.0.2.1&seen=7d'), {
    severity: 'high',
    type: 'dga,dns_tunnel',
    client: '192.0.2.1',
    period: '7d',
    by: 'first_seen',
  });
  t.deepEqual(asked('status=all&first_day=2026-01-30&last_day=2026-01-31&seen=7d'), {
    from: '2026-01-30T00:00:00.000Z',
    to: '2026-02-01T00:00:00.000Z',
    by: 'first_seen',
  });
  t.deepEqual(asked('status=all&owner='), { owner: '' }, 'threats that nobody takes care of');
});

test('what no page writes into its address is left out', (t) => {
  t.deepEqual(asked('status=closed&severity=worst&seen=9y&subject='), { status: 'open' });
  t.deepEqual(asked('status=all&first_day=2026-02-30'), {});
  t.deepEqual(asked('status=all&first_day=2026-02-03&last_day=2026-02-01'), {});
});

test('days follow each other over the ends of months, the newest where they are too many', (t) => {
  t.deepEqual(daysBetween('2024-02-28', '2024-03-01', 90), ['2024-02-28', '2024-02-29', '2024-03-01']);
  t.deepEqual(daysBetween('1970-01-01', '2026-01-02', 2), ['2026-01-01', '2026-01-02']);
  t.deepEqual(daysBetween('2026-01-02', '2026-01-01', 2), []);
});

test('the rows behind a threat are those about its subject, of whole minutes around its time', (t) => {
  const seen = { first_seen: '2026-11-20T10:00:30.500Z', last_seen: '2026-11-20T11:59:59.999Z' };
  const minutes = { from: '2026-11-20T10:00:00.000Z', to: '2026-11-20T12:00:00.000Z' };
  t.deepEqual(rowsBehind({ ...seen, subject: 'bad,name.example' }), {
    suffix: 'bad\\,name.example',
    ...minutes,
  });
  t.deepEqual(rowsBehind({ ...seen, subject: '2001:db8::1' }), { client: '2001:db8::1', ...minutes });
});

test('the rows behind a case are those about its names, or those of its clients', (t) => {
  const seen = { first_seen: '2026-11-20T10:00:30.500Z', last_seen: '2026-11-20T11:59:59.999Z' };
  const minutes = { from: '2026-11-20T10:00:00.000Z', to: '2026-11-20T12:00:00.000Z' };
  const about = (...subjects: string[]) =>
    rowsBehindCase({
      ...seen,
      items: subjects.map((subject) => ({ subject })),
      clients: ['192.0.2.1', '2001:db8::1'],
    });
  t.deepEqual(about('bad.example', 'bad,name.example', 'bad.example'), {
    suffix: 'bad.example,bad\\,name.example',
    ...minutes,
  });
  t.deepEqual(about('bad.example', '192.0.2.1'), { client: '192.0.2.1,2001:db8::1', ...minutes });
  const many = Array.from({ length: 21 }, (_, index) => `${index}.example`);
  t.deepEqual(about(...many), { client: '192.0.2.1,2001:db8::1', ...minutes });
  t.deepEqual(rowsBehindCase({ ...seen, items: [{ subject: '192.0.2.9' }], clients: [] }), minutes);
});
