import test from 'ava';
import fc from 'fast-check';
import { type FilePart, type Form, fileParts, LongLineError } from '../../../cli/registrations/file-parts.ts';

async function* chunked(text: string, size: number): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(text);
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
}

async function partsOf(text: string, form: Form, { octets = 64, chunk = 7 } = {}): Promise<FilePart[]> {
  return Array.fromAsync(fileParts(chunked(text, chunk), form, octets));
}

const texts = (parts: readonly FilePart[]) => parts.map(({ content }) => content.toString());

test('a zone is cut between owners, and nothing of it is lost', async (t) => {
  const lines = Array.from(
    { length: 40 },
    (_, at) => `d${Math.floor(at / 4)}.example.\t1\tin\tns\tns${at % 4}.net.\n`,
  );
  const parts = await partsOf(lines.join(''), 'zone', { octets: 300 });
  t.is(texts(parts).join(''), lines.join(''));
  t.true(parts.length > 3);
  const owners = texts(parts).map((text) => new Set(text.match(/^d\d/gm)));
  for (const [at, own] of owners.entries())
    for (const other of owners.slice(at + 1)) t.is(own.intersection(other).size, 0);
  t.is(parts.at(-1)!.end, lines.join('').length);
  const one = 'a.example.\t1\tin\tns\tb.\n'.repeat(30);
  t.is(texts(await partsOf(one, 'zone')).join(''), one, 'one owner alone is cut between lines');
});

test('CSV is cut between records, each part with the header', async (t) => {
  const header = 'domainName,"registrant\nOrganization"\n';
  const rows = Array.from({ length: 20 }, (_, at) => `d${at}.example,"a ""b""\n, c"\n`);
  const parts = await partsOf(header + rows.join(''), 'csv', { octets: 120 });
  t.true(parts.length > 3);
  t.true(texts(parts).every((text) => text.startsWith(header)));
  t.is(
    texts(parts)
      .map((text) => text.slice(header.length))
      .join(''),
    rows.join(''),
  );
});

test('arrays of JSON become lines, lines stay lines, and a line that is too long is told', async (t) => {
  const rows = Array.from({ length: 20 }, (_, at) => ({ domainName: `d${at}.example`, note: 'a, b ]' }));
  const read = (parts: readonly FilePart[]) =>
    texts(parts).flatMap((text) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
  const array = await partsOf(JSON.stringify(rows, null, 2), 'json', { octets: 200 });
  t.deepEqual(read(array), rows);
  t.true(array.length > 3 && array.every(({ end }) => end === null));
  const lines = await partsOf(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), 'json', {
    octets: 200,
  });
  t.deepEqual(read(lines), rows);
  await t.throwsAsync(partsOf('x'.repeat(500), 'zone'), { instanceOf: LongLineError });
});

test('whatever a file has, its parts are the file, from every end on as well', async (t) => {
  const line = fc.stringMatching(/^[a-c "\t]{0,12}$/);
  await fc.assert(
    fc.asyncProperty(
      fc.array(line),
      fc.integer({ min: 1, max: 30 }),
      fc.boolean(),
      async (lines, chunk, isZone) => {
        const text = lines.map((one) => `${one}\n`).join('');
        const parts = await partsOf(text, isZone ? 'zone' : 'json', { chunk });
        if (texts(parts).join('') !== text) return false;
        return parts.every(({ end }, at) => texts(parts.slice(at + 1)).join('') === text.slice(end!));
      },
    ),
  );
  t.pass();
});
