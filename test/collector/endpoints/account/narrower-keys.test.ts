import test from 'ava';
import {
  freshDatabase,
  type PostgresServer,
  startPostgresServer,
} from '../../../support/engines/postgres.ts';
import { startPeopleApi } from '../../../support/http/people-api.ts';

let running: PostgresServer;
test.before(async () => {
  running = await startPostgresServer();
});
test.after.always(() => running?.remove());

const keys = '/api/account/api-keys';

test('an owner makes a key for a lesser role that ends, and it makes no key itself', async (t) => {
  const postgres = (await freshDatabase(t, running.server.connection)).open();
  const { register, browser, api } = await startPeopleApi(t, postgres);
  await register('ada@example.com');
  const ada = browser();
  await ada.signIn('ada@example.com');
  const made = await ada.send('POST', keys, { label: 'report', role: 'viewer', expires_in_days: 7 });
  t.is(made.status, 201, made.text);
  t.is(made.body.role, 'viewer');
  t.is(Math.round((Date.parse(String(made.body.expires_at)) - Date.now()) / 86_400_000), 7);
  const key = String(made.body.api_key);
  t.is((await api.get(keys, key)).status, 200);
  t.is((await api.send('POST', keys, { label: 'more' }, key)).body.code, 'role_insufficient');
  t.is((await api.send('DELETE', `${keys}/${made.body.id}`, undefined, key)).body.code, 'role_insufficient');
  for (const body of [{ expires_in_days: 0 }, { role: 'root' }, { role: 'viewer', provisioning: true }]) {
    t.is((await ada.send('POST', keys, body)).status, 400, JSON.stringify(body));
  }

  const ending = await ada.send('POST', keys, { label: 'over', expires_in_days: 1 });
  await postgres.query("UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1", [
    ending.body.id,
  ]);
  t.is((await api.get(keys, String(ending.body.api_key))).body.code, 'invalid_credential');
});
