import test from 'ava';
import { createAccountAdministration } from '../../../../collector/storage/postgres/accounts/account-administration.ts';
import { createLocationStore } from '../../../../collector/storage/postgres/locations.ts';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { startPeopleApi } from '../../../support/http/people-api.ts';

const path = '/api/account/delete';

test('an owner deletes the account with the password, which ends its sessions and keys', async (t) => {
  const postgres = (await freshDatabase(t)).open();
  const more = {
    accountAdministration: createAccountAdministration(postgres),
    locations: createLocationStore(postgres),
  };
  const people = await startPeopleApi(t, postgres, { more });
  const { register, browser, api, clock } = people;
  await register('ada@example.com');
  await register('eve@example.com');
  const ada = browser();
  await ada.signIn('ada@example.com');
  const eve = browser();
  await eve.signIn('eve@example.com');
  const made = await ada.send('POST', '/api/account/api-keys', { label: 'report' });
  const key = String(made.body.api_key);
  const location = await ada.send('POST', '/api/v1/dns-monitoring/locations', { location_name: 'Office' });

  t.is(
    (await api.send('POST', path, { email: 'ada@example.com' }, key)).body.code,
    'session_required',
    'no key may',
  );
  t.is((await ada.send('POST', path, { email: 'eve@example.com' })).body.code, 'invalid_input');
  clock.ahead += 11 * 60_000;
  t.is((await ada.send('POST', path, { email: 'ada@example.com' })).body.code, 'confirmation_required');
  t.is(
    (await ada.send('POST', '/api/auth/session/confirm', { password: 'correct horse battery' })).status,
    200,
  );
  const done = await ada.send('POST', path, { email: 'Ada@example.com' });
  t.is(done.status, 200, done.text);
  t.is(ada.cookie, undefined, 'the cookie is taken back');

  t.is((await browser().signIn('ada@example.com')).body.code, 'wrong_credentials');
  // Keys are believed for three seconds after they were looked up.
  const deadline = Date.now() + 20_000;
  let answer = await api.get('/api/auth/me', key);
  while (answer.status !== 401 && Date.now() < deadline) answer = await api.get('/api/auth/me', key);
  t.is(answer.body.code, 'invalid_credential');
  t.is((await api.get('/api/auth/me', String(location.body.api_key))).status, 401);
  t.is((await eve.get('/api/auth/me')).status, 200, 'others go on');
  t.is((await postgres.query("SELECT FROM audit_entries WHERE action = 'account_deleted'")).length, 1);
});
