import test from 'ava';
import fc from 'fast-check';
import { ReplyReader, type SmtpReply } from '../../../../scanner/network/smtp/reply-reader.ts';
import { ProbeError } from '../../../../scanner/ports/tls-session.ts';

function takeAll(reader: ReplyReader): SmtpReply[] {
  const replies: SmtpReply[] = [];
  for (let reply = reader.take(); reply !== undefined; reply = reader.take()) replies.push(reply);
  return replies;
}

const line = fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, ''));
const reply = fc.record({
  code: fc.integer({ min: 200, max: 599 }),
  lines: fc.array(line, { minLength: 1, maxLength: 8 }),
});

test('replies come out as they went in, however they are cut', (t) => {
  const property = fc.property(
    fc.array(reply, { maxLength: 10 }),
    fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
    fc.boolean(),
    (replies, sizes, bare) => {
      const text = replies
        .flatMap(({ code, lines }) =>
          lines.map((one, index) => `${code}${index < lines.length - 1 ? '-' : ' '}${one}`),
        )
        .map((one) => `${one}${bare ? '\n' : '\r\n'}`)
        .join('');
      const reader = new ReplyReader();
      for (let at = 0, turn = 0; at < text.length; turn++) {
        const size = sizes[turn % sizes.length]!;
        reader.push(Buffer.from(text.slice(at, at + size)));
        at += size;
      }
      t.deepEqual(takeAll(reader), replies);
      return reader.isEmpty;
    },
  );
  fc.assert(property, { numRuns: 300 });
});

test('any octets end in replies or in a ProbeError', (t) => {
  const property = fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 20 }), (chunks) => {
    const reader = new ReplyReader();
    try {
      for (const chunk of chunks) reader.push(chunk);
      takeAll(reader);
    } catch (error) {
      return error instanceof ProbeError;
    }
    return true;
  });
  fc.assert(property, { numRuns: 500 });
  t.pass();
});

test('what it holds is bounded', (t) => {
  const reader = new ReplyReader();
  const chunk = Buffer.from('220 x\r\n'.repeat(1_000));
  t.throws(
    () => {
      for (;;) {
        reader.push(chunk);
        takeAll(reader);
      }
    },
    { instanceOf: ProbeError },
  );
});
