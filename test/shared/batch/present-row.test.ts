import test from 'ava';
import { presentRow } from '../../../shared/batch/present-row.ts';
import { ednsFlags, marks } from '../../../shared/batch/row-layout.ts';
import { makeRow } from '../../support/engines/clickhouse-rows.ts';

test('what is stored of a message is shown: id, operation, counts, options and marks', (t) => {
  const row = makeRow({
    messageId: 4_711,
    queryFlags: 0x2800,
    responseFlags: 0xa800,
    answerCount: 1,
    authorityCount: 2,
    additionalCount: 3,
    ednsFlags:
      ednsFlags.queryHasEdns | ednsFlags.clientCookie | ednsFlags.nameServerIdGiven | ednsFlags.queryPadded,
    marks: marks.responseDiffers | marks.queryRetransmitted,
    policyRule: 'block-1',
  });
  t.like(presentRow(row), {
    message_id: 4_711,
    operation_code: 5,
    answer_count: 1,
    authority_count: 2,
    additional_count: 3,
    policy_rule: 'block-1',
    marks: ['query_retransmitted', 'response_differs'],
    edns: {
      cookie: true,
      client_cookie: true,
      server_cookie: false,
      server_id_asked: false,
      server_id_given: true,
      query_padded: true,
      response_padded: false,
      keep_alive: false,
    },
  });
  t.is(presentRow(makeRow({ ednsFlags: 0 })).edns, null);
});

test('each mark has a name of its own', (t) => {
  const all = Object.values(marks).reduce<number>((bits, bit) => bits | bit, 0);
  const names = presentRow(makeRow({ marks: all })).marks;
  t.is(new Set(names).size, Object.keys(marks).length);
  for (const name of names) t.regex(name, /^[a-z]+(_[a-z]+)+$|^[a-z]+$/);
});

test('a row says whether its records are there, not only that there are none', (t) => {
  const record = { section: 'answer', name: '', type: 1, ttl: 1, data: '192.0.2.1' } as const;
  const kept = (row: Parameters<typeof makeRow>[0]) => presentRow(makeRow(row)).records_kept;
  t.true(kept({ answerCount: 1, records: [record] }));
  t.true(kept({ answerCount: 0, authorityCount: 0, additionalCount: 1, records: [] }), 'EDNS alone');
  t.false(kept({ answerCount: 1, authorityCount: 0, records: [] }));
  t.false(kept({ answerCount: 0, authorityCount: 1, records: [] }));
});
