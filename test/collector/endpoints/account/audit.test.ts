import test, { type ExecutionContext } from 'ava';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { startPeopleApi } from '../../../support/http/people-api.ts';

const verify = '/api/account/audit-log/verify';

async function setUp(t: ExecutionContext, entries = 5) {
  const postgres = (await freshDatabase(t)).open();
  const people = await startPeopleApi(t, postgres);
  const owner = await people.register('ada@example.com');
  const ada = people.browser();
  await ada.signIn('ada@example.com');
  const accountId = owner.account.id;
  const record = (action: string, details: Record<string, unknown> = {}) =>
    people.stores.audit.record({
      accountId,
      keyId: null,
      address: '192.0.2.1',
      requestId: 'x',
      action,
      object: `account:${accountId}`,
      details,
    });
  for (let index = 1; index < entries; index++) {
    await record(`act_${index}`, { z: index, a: { y: [1.5, null, '\0é'], b: true }, '': 1e21 });
  }
  return { ...people, postgres, ada, accountId, record };
}

test('an audit log is a chain that is found intact, also where entries are written at once', async (t) => {
  const { ada, record, accountId, stores, register, browser } = await setUp(t, 1);
  await Promise.all(Array.from({ length: 20 }, (_, index) => record(`at_once_${index}`, { index })));
  const { body } = await ada.get(verify);
  t.like(body, { intact: true, fault: null, entries: 21, from: 1 });
  t.like(body.head, { position: 21 });
  const shown = await ada.get('/api/account/audit-log?limit=2');
  t.is(shown.body.count, 21);
  t.is((shown.body.entries as unknown[]).length, 2);
  // Another account has a chain of its own, and sees nothing of this.
  await register('eve@example.com');
  const eve = browser();
  await eve.signIn('eve@example.com');
  t.like((await eve.get(verify)).body, { intact: true, entries: 1 });
  t.is((await stores.audit.chain(accountId, 0, 100)).length, 21);
});

test('an entry that was changed, taken out, put in or moved is found, whoever did it', async (t) => {
  const changes: Readonly<Record<string, readonly [sql: string, kind: string, position: number]>> = {
    'another action': ["UPDATE audit_entries SET action = 'harmless' WHERE position = 3", 'changed', 3],
    'other details': [`UPDATE audit_entries SET details = '{"z":9}' WHERE position = 2`, 'changed', 2],
    'another time': ["UPDATE audit_entries SET at = at - interval '1 hour' WHERE position = 4", 'changed', 4],
    'another address': ["UPDATE audit_entries SET address = '198.51.100.1' WHERE position = 1", 'changed', 1],
    'one gone': ['DELETE FROM audit_entries WHERE position = 3', 'missing', 4],
    'the first gone': ['DELETE FROM audit_entries WHERE position = 1', 'beginning_missing', 2],
    'the last gone': ['DELETE FROM audit_entries WHERE position = 5', 'end_missing', 5],
    'all gone': ['DELETE FROM audit_entries', 'end_missing', 1],
    'two exchanged': [
      'UPDATE audit_entries SET position = CASE position WHEN 2 THEN -3 ELSE -2 END WHERE position IN (2, 3)',
      'missing',
      4,
    ],
    'its own hash renewed': [
      "UPDATE audit_entries SET action = 'x', hash = sha256('x') WHERE position = 2",
      'changed',
      2,
    ],
  };
  const { ada, postgres } = await setUp(t);
  await postgres.query('CREATE TABLE kept AS SELECT * FROM audit_entries');
  for (const [what, [sql, kind, position]] of Object.entries(changes)) {
    await postgres.query(sql);
    t.like((await ada.get(verify)).body, { intact: false, fault: { kind, position } }, what);
    await postgres.query('DELETE FROM audit_entries');
    await postgres.query('INSERT INTO audit_entries OVERRIDING SYSTEM VALUE SELECT * FROM kept');
    t.like((await ada.get(verify)).body, { intact: true }, `${what}: put back`);
  }
});

test('a chain that was written anew is found by the head that was noted', async (t) => {
  const { ada, postgres, record } = await setUp(t);
  const { head } = (await ada.get(verify)).body as { head: { position: number; hash: string } };
  const noted = `${verify}?position=${head.position}&hash=${head.hash}`;
  await record('one_more');
  t.like((await ada.get(noted)).body, { intact: true, entries: 6 });
  await postgres.query('DELETE FROM audit_entries');
  await postgres.query('DELETE FROM audit_heads');
  for (let index = 0; index < 6; index++) await record('harmless');
  t.like((await ada.get(verify)).body, { intact: true }, 'by itself it is one');
  t.like((await ada.get(noted)).body, {
    intact: false,
    fault: { kind: 'other_than_noted', position: head.position },
  });
  t.is((await ada.get(`${verify}?position=3`)).status, 400);
});

test('entries that are forgotten in their time are missed by nobody', async (t) => {
  const { ada, stores, postgres, record } = await setUp(t);
  const before = (await ada.get(verify)).body.head as { position: number; hash: string };
  await postgres.query("UPDATE audit_entries SET at = at - interval '500 days' WHERE position <= 2");
  t.is(await stores.audit.forgetBefore(new Date(Date.now() - 400 * 86_400_000)), 2);
  t.like((await ada.get(verify)).body, { intact: true, entries: 3, from: 3 });
  await record('later');
  t.like((await ada.get(`${verify}?position=${before.position}&hash=${before.hash}`)).body, { intact: true });
  await stores.audit.forgetBefore(new Date(Date.now() + 1_000));
  t.like((await ada.get(verify)).body, { intact: true, entries: 0, from: null });
});

test('the log is exported with its chain, and CSV begins no formula', async (t) => {
  const { ada, record } = await setUp(t, 2);
  await record('=HYPERLINK("x")');
  const lines = (await ada.get('/api/account/audit-log?format=ndjson')).text.trim().split('\n');
  const entries = lines.map(
    (line) => JSON.parse(line) as { position: number; previous: string; hash: string },
  );
  t.deepEqual(
    entries.map(({ position }) => position),
    [1, 2, 3],
  );
  t.is(entries[1]!.previous, entries[0]!.hash);
  const { text, headers } = await ada.get('/api/account/audit-log?format=csv');
  t.regex(headers.get('content-type')!, /^text\/csv/);
  t.is(text.trim().split('\r\n').length, 4);
  t.true(text.includes(`"'=HYPERLINK(""x"")"`));
});
