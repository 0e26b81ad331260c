import test from 'ava';
import { sendDueReports } from '../../../../collector/domain/people/mail-reports/send-due-reports.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { silentLog } from '../../../support/silent-log.ts';

const path = '/api/v1/notifications/reports';
const daily = { recipient: 'Noc@example.com', every: 'day', hour: 7, time_zone: 'Europe/Vienna' };

test('a report is mailed when its reader has said yes, and never again after a no', async (t) => {
  const api = await startTestApi(t);
  const { world } = api;
  const { account, key } = await world.addAccount('ada@example.com');
  const { id: locationId } = await world.addLocation(account.id, 'office');
  await world.stored.add({
    locationId,
    queryName: 'www.example.com',
    observedAt: (Date.now() - 3_600_000) * 1_000,
  });
  const run = () =>
    sendDueReports(
      { ...world.ports, mailReports: world.mailReports, log: silentLog },
      AbortSignal.timeout(30_000),
    );

  const { status, body } = await api.send('POST', path, daily, key);
  t.is(status, 201);
  t.like(body, { recipient: 'noc@example.com', weekday: 1, confirmed_at: null, next_at: null });
  t.false(JSON.stringify(body).includes('token'));
  t.is(world.mails.length, 1);
  const [, token] = /\/mail#confirm=([0-9a-f-]{36})\n/.exec(world.mails[0]!.text)!;

  // Nothing is sent before.
  await run();
  t.is(world.mails.length, 1);
  t.is((await api.send('POST', `${path}/confirm`, { token: crypto.randomUUID() })).status, 404);
  t.like((await api.send('POST', `${path}/confirm`, { token })).body, { recipient: 'noc@example.com' });
  await run();
  t.is(world.mails.length, 1, 'it is not due yet');

  await world.mailReports.settle(body.id as number, { nextAt: new Date(0), error: null, again: false });
  await run();
  await run();
  t.is(world.mails.length, 2, 'once');
  const mail = world.mails[1]!;
  t.regex(mail.text, /1 query .* of 1 client for 1 name;/);
  t.regex(mail.html!, /<td>www\.example\.com<\/td>|<td>example\.com<\/td>/);
  t.true(mail.text.includes(mail.unsubscribe!) && mail.html!.includes(mail.unsubscribe!));
  t.true(mail.unsubscribe!.endsWith(`/mail#unsubscribe=${token}`));

  t.is((await api.send('POST', `${path}/unsubscribe`, { token })).status, 200);
  t.is((await api.send('POST', `${path}/unsubscribe`, { token })).status, 404);
  t.like((await api.get(path, key)).body, { count: 0 });
});

test('what fails is tried again, and given up until the next day', async (t) => {
  const api = await startTestApi(t);
  const { world } = api;
  const { account } = await world.addAccount('ada@example.com');
  const report = await world.mailReports.add(
    account.id,
    { recipient: 'noc@example.com', every: 'day', weekday: 1, hour: 7, timeZone: 'UTC', locationId: null },
    1,
  );
  await world.mailReports.confirm(report!.token, new Date(0));
  const ports = {
    ...world.ports,
    mailReports: world.mailReports,
    log: silentLog,
    sendMail: async () => {
      throw new Error('the server is away');
    },
  };
  for (let attempt = 1; attempt <= 4; attempt++) {
    await sendDueReports(ports, AbortSignal.timeout(30_000));
    const found = (await world.mailReports.find(report!.token))!;
    t.is(found.lastError, 'the server is away');
    t.is(found.attempts, attempt === 4 ? 0 : attempt);
    await world.mailReports.settle(report!.id, {
      nextAt: new Date(0),
      error: found.lastError,
      again: attempt < 4,
    });
  }
  t.is((await world.mailReports.find(report!.token))!.lastSentAt, null);
});

test('only who is allowed is asked, and where the collector can mail and be linked to', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  for (const [change, field] of [
    [{ recipient: 'noc@elsewhere.example' }, 'recipient'],
    [{ recipient: 'noc@example.com\r\nBcc: x' }, 'recipient'],
    [{ time_zone: 'Middle/Earth' }, 'time_zone'],
    [{ hour: 24 }, 'hour'],
  ] as const) {
    const { status, body } = await api.send('POST', path, { ...daily, ...change }, key);
    t.is(status, 400);
    t.true((body.details as { path: string }[])[0]!.path.endsWith(field));
  }
  t.is((await api.send('POST', path, { ...daily, location_id: 999_999 }, key)).status, 404);
  t.is(api.world.mails.length, 0);
  t.like((await api.get(path, key)).body, { count: 0 });
});
