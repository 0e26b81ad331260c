import test from 'ava';
import fc from 'fast-check';
import { plainText, statusOf } from '../../../../scanner/protocols/registration/facts.ts';
import { timeOf } from '../../../../scanner/protocols/registration/times.ts';

const times: Readonly<Record<string, string | null>> = {
  '2024-05-06T07:08:09Z': '2024-05-06T07:08:09.000Z',
  '2024-05-06T07:08:09.123456Z': '2024-05-06T07:08:09.000Z',
  '2024-05-06T07:08:09+02:00': '2024-05-06T05:08:09.000Z',
  '2024-05-06T07:08:09-0330': '2024-05-06T10:38:09.000Z',
  '2024-05-06 07:08:09': '2024-05-06T07:08:09.000Z',
  '2024-05-06': '2024-05-06T00:00:00.000Z',
  '2024/05/06': '2024-05-06T00:00:00.000Z',
  '2024. 05. 06.': '2024-05-06T00:00:00.000Z',
  '2024.05.06': '2024-05-06T00:00:00.000Z',
  '2024/05/06 07:08:09 (JST)': '2024-05-05T22:08:09.000Z',
  '2024-05-06 07:08:09 (GMT+0:00)': '2024-05-06T07:08:09.000Z',
  '2024-05-06 07:08:09 CLST': '2024-05-06T10:08:09.000Z',
  '2024-05-06 (YYYY-MM-DD)': '2024-05-06T00:00:00.000Z',
  '30th April 2024 at 07:08:09.000': '2024-04-30T07:08:09.000Z',
  // Zones of which nobody knows which of several they are.
  '2024-05-06 07:08:09 IST': null,
  '20240506 07:08:09': '2024-05-06T07:08:09.000Z',
  '20240506': '2024-05-06T00:00:00.000Z',
  '06-May-2024': '2024-05-06T00:00:00.000Z',
  '6 May 2024 07:08:09 UTC': '2024-05-06T07:08:09.000Z',
  // Without the registry a number tells which of the two it is only where it is no month.
  '06.05.2024': null,
  '05/06/2024': null,
  '03-04-2024': null,
  '23.05.2024': '2024-05-23T00:00:00.000Z',
  '23-05-2024 07:08:09': '2024-05-23T07:08:09.000Z',
  '05/05/2024': '2024-05-05T00:00:00.000Z',
  '05/23/2024': null,
  '23.05/2024': null,
  '2024-13-01': null,
  '2024-02-30': null,
  '2024-05-06T25:00:00Z': null,
  '0001-01-01T00:00:00Z': null,
  '9999-12-31T23:59:59Z': null,
  'before 1995': null,
  '': null,
};

test('a time is read where it has one meaning', (t) => {
  for (const [text, time] of Object.entries(times)) t.is(timeOf(text), time, text);
});

test('of two small numbers the day is first where the registry is known to write so, with that sign', (t) => {
  const read = (domain: string, text: string) => timeOf(text, domain)?.slice(0, 10) ?? null;
  t.is(read('example.fi', '6.5.2024 07:08:09'), '2024-05-06');
  t.is(read('example.cz', '06.05.2024'), '2024-05-06');
  t.is(read('example.co.il', '06-05-2024'), '2024-05-06');
  t.is(read('example.pt', '06/05/2024 00:00:00'), '2024-05-06');
  for (const [domain, text] of [
    ['example.com', '06.05.2024'],
    ['fi.example', '06.05.2024'],
    ['example.fi', '06/05/2024'],
    ['example.pt', '06.05.2024'],
  ] as const)
    t.is(read(domain, text), null, `${domain} ${text}`);
});

test('a status has one name, however it is written', (t) => {
  const statuses: Readonly<Record<string, string | undefined>> = {
    'client transfer prohibited': 'clientTransferProhibited',
    'clientTransferProhibited https://icann.org/epp#clientTransferProhibited': 'clientTransferProhibited',
    'clientTransferProhibited (https://www.icann.org/epp#clientTransferProhibited)':
      'clientTransferProhibited',
    active: 'ok',
    ACTIVE: 'ok',
    OK: 'ok',
    'redemption period': 'redemptionPeriod',
    'server-hold': 'serverHold',
    connect: 'connect',
    'Registered until expiry date, as we were told by it.': undefined,
    '': undefined,
  };
  for (const [text, status] of Object.entries(statuses)) t.is(statusOf(text), status, text);
});

test('what is hidden is as if it were not there', (t) => {
  t.is(plainText('REDACTED FOR PRIVACY'), null);
  t.is(plainText('Not Disclosed'), null);
  t.is(plainText('  A\r\n\u001b[31m Registrar '), 'A [31m Registrar');
  t.is(plainText(7), null);
  t.is(plainText('x'.repeat(5_000))?.length, 301);
});

test('no text makes them throw, and each time is one', (t) => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789-/.:TZ +ajmnyu') })),
      (text) => {
        const time = timeOf(text);
        t.true(time === null || new Date(time).toISOString() === time);
        statusOf(text);
        plainText(text);
      },
    ),
    { numRuns: 2_000 },
  );
});
