import test from 'ava';
import fc from 'fast-check';
import { readLogged } from '../../../../scanner/checks/transparency/read-logged.ts';
import { createTransparencyScanner } from '../../../../scanner/checks/transparency/scan-transparency.ts';
import { mailWorld, type RecordedFile } from '../../../support/scans/mail-world.ts';

const now = Date.UTC(2026, 5, 1);
const url = 'https://search.example/?q=example.com&output=json';
const scanner = createTransparencyScanner('https://search.example/?q={domain}&output=json');
const entry = (serial: string, more: object = {}) => ({
  issuer_name: 'C=NZ, O=Lab, CN=One',
  serial_number: serial,
  name_value: 'example.com\nwww.example.com',
  not_before: '2026-04-01T00:00:00',
  not_after: '2026-07-01T00:00:00',
  entry_timestamp: '2026-04-01T01:00:00.123',
  ...more,
});

async function scan(file: RecordedFile) {
  const { result, findings, errors } = await scanner.scan(
    'example.com',
    mailWorld({ zone: '', files: { [url]: file }, now }),
  );
  const codes = findings.map(({ status, code }) => `${status}:${code}`);
  return { result, codes, errors: errors.map(({ code }) => code) };
}

test('what is in force is told with who issued it', async (t) => {
  const body = JSON.stringify([
    entry('01AB'),
    // Its precertificate.
    entry('01ab', { entry_timestamp: '2026-04-01T00:30:00' }),
    entry('02', { issuer_name: 'CN=Two', not_before: '2026-05-30T00:00:00', name_value: 'new.example.com' }),
    entry('03', { not_after: '2026-05-01T00:00:00' }),
    entry('04', { not_before: 'yesterday' }),
    'odd',
  ]);
  const { result, codes, errors } = await scan({ type: 'application/json', body });
  t.deepEqual(codes, ['info:logged_certificates', 'info:new_certificates']);
  t.deepEqual(errors, []);
  t.like(result, {
    details: '2 certificates in force by 2 issuers.',
    source: 'search.example',
    current: 2,
    total: 3,
    names: ['example.com', 'new.example.com', 'www.example.com'],
  });
  t.deepEqual(
    result?.certificates.map(({ serialNumber, loggedAt }) => [serialNumber, loggedAt]),
    [
      ['02', '2026-04-01T01:00:00.123Z'],
      ['01ab', '2026-04-01T00:30:00.000Z'],
    ],
  );
});

test('a search that does not answer, or not with what was asked, says nothing', async (t) => {
  const cases: readonly (readonly [RecordedFile, string])[] = [
    [{ status: 429 }, 'limited'],
    [{ status: 503 }, 'limited'],
    [{ status: 404 }, 'bad_status'],
    [{ failure: 'timeout' }, 'timeout'],
    [{ body: '<html>busy</html>' }, 'malformed'],
    [{ body: '{"error": "no"}' }, 'malformed'],
    [{ body: ' '.repeat(17 * 1_024 * 1_024) }, 'too_large'],
  ];
  for (const [file, code] of cases) {
    t.deepEqual(await scan(file), { result: null, codes: ['unknown:search_unanswered'], errors: [code] });
  }
  t.like(await scan({ body: '[]' }), { result: { current: 0, total: 0 }, errors: [] });
});

test('whatever a search answers, it is read or refused', (t) => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 3 }),
      fc.dictionary(fc.constantFrom(...Object.keys(entry('1'))), fc.jsonValue()),
      (odd, fields) => {
        const some = readLogged(JSON.stringify([odd, entry('9', fields)]));
        t.true(some.length <= 2);
      },
    ),
  );
});
