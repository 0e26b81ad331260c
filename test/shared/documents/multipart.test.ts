import test from 'ava';
import fc from 'fast-check';
import { boundaryOf, MultipartError, readMultipart } from '../../../shared/documents/multipart.ts';

/** A form as the platform's own fetch writes it. */
async function written(form: FormData) {
  const response = new Response(form);
  return {
    boundary: boundaryOf(response.headers.get('content-type') ?? undefined)!,
    body: Buffer.from(await response.arrayBuffer()),
  };
}

test('forms of the platform are read back', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ name: fc.stringMatching(/^[a-z_]{1,12}$/), content: fc.uint8Array({ maxLength: 200 }) }),
        {
          minLength: 1,
          maxLength: 8,
        },
      ),
      async (fields) => {
        const form = new FormData();
        for (const { name, content } of fields)
          form.append(name, new Blob([content as Uint8Array<ArrayBuffer>]), 'a"b.conf');
        const { boundary, body } = await written(form);
        const parts = readMultipart(body, boundary);
        t.deepEqual(
          parts.map(({ name, content }) => [name, [...content]]),
          fields.map(({ name, content }) => [name, [...content]]),
        );
        t.true(parts.every(({ fileName }) => fileName === 'a"b.conf'));
      },
    ),
    { numRuns: 100 },
  );
});

test('whatever comes is read or refused', (t) => {
  const piece = fc.constantFrom(
    '--b',
    '--b--',
    '\r\n',
    '\r\n\r\n',
    'Content-Disposition: form-data; name="x"',
    'x',
    '"',
    ';',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      try {
        readMultipart(Buffer.from(pieces.join('')), 'b');
      } catch (error) {
        t.true(error instanceof MultipartError);
      }
    }),
    { numRuns: 2_000 },
  );
  t.pass();
});

test('directories in the names of files are left out', (t) => {
  const body =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="C:\\\\etc/../named.conf"\r\n\r\nx\r\n--b--';
  t.deepEqual(
    readMultipart(Buffer.from(body), 'b').map(({ fileName }) => fileName),
    ['named.conf'],
  );
});

test('a boundary is read from the header', (t) => {
  t.is(boundaryOf('multipart/form-data; boundary=abc'), 'abc');
  t.is(boundaryOf('multipart/form-data; charset=utf-8; boundary="a b"'), 'a b');
  t.is(boundaryOf('multipart/form-data'), undefined);
  t.is(boundaryOf(undefined), undefined);
});
