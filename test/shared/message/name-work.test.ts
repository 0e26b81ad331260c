import test from 'ava';
import { hostileMessages } from '../../../agent/bench/hostile-messages.ts';
import { decodeMessage } from '../../../scanner/network/dns/message/decode-message.ts';
import { malformed, malformedReasons } from '../../../shared/message/malformed.ts';
import { MessageReader } from '../../../shared/message/message-reader.ts';
import { maxNameWork, skipName } from '../../../shared/message/skip-name.ts';

/** A header's length of zeros, the root, and pointers each to the one before. */
function chain(pointers: number): Buffer {
  const bytes = Buffer.alloc(13 + 2 * pointers);
  for (let index = 0; index < pointers; index++)
    bytes.writeUInt16BE(0xc000 | (index === 0 ? 12 : 13 + 2 * (index - 1)), 13 + 2 * index);
  return bytes;
}

test('a name has as many pointers as it can have labels, and no more', (t) => {
  const skipLast = (bytes: Buffer) => skipName(bytes, 0, bytes.length, bytes.length - 2);
  t.is(skipLast(chain(126)), 13 + 252);
  t.is(skipLast(chain(127)), -malformed.namePointers);
  t.is(skipLast(chain(8_000)), -malformed.namePointers);
});

test('what was walked over is taken off the work that is left', (t) => {
  const bytes = chain(100);
  const work = { left: 1_000 };
  for (let name = 0; name < 9; name++) t.true(skipName(bytes, 0, bytes.length, bytes.length - 2, work) > 0);
  t.is(work.left, 1_000 - 9 * 101);
  t.is(skipName(bytes, 0, bytes.length, bytes.length - 2, work), -malformed.tooMuchWork);
});

test('messages that cost are refused with the reason, by every decoder', (t) => {
  const reader = new MessageReader();
  const reasons = hostileMessages().map(({ name, bytes }) => {
    const reason = malformedReasons[reader.read(bytes, 0, bytes.length, false)]!;
    if (reason !== 'none') t.is(decodeMessage(bytes), undefined, name);
    return reason;
  });
  t.deepEqual(
    reasons.filter((reason) => reason !== 'none'),
    ['name_pointers', 'too_much_work', 'too_much_work', 'too_much_work'],
  );
});

test('the largest message of a transfer of reverse IPv6 names is read', (t) => {
  // Owners of 34 labels, all but the first two behind a pointer; data of three labels.
  const zone = `${'0.'.repeat(30)}ip6.arpa`
    .split('.')
    .map((label) => Buffer.from([label.length, ...Buffer.from(label)]));
  const parts = [Buffer.alloc(12), Buffer.concat([...zone, Buffer.from('0000fc0001', 'hex')])];
  let length = parts[0]!.length + parts[1]!.length;
  const record = Buffer.concat([
    Buffer.from('01610162c00c', 'hex'),
    Buffer.from('000c0001000000000012', 'hex'),
    Buffer.from('03', 'hex'),
    Buffer.from('host07'.slice(0, 3)),
    Buffer.from('07', 'hex'),
    Buffer.from('example'),
    Buffer.from('03', 'hex'),
    Buffer.from('net'),
    Buffer.from('00', 'hex'),
  ]);
  record.writeUInt16BE(record.length - 16, 14);
  let count = 0;
  for (; length + record.length <= 65_535; length += record.length) {
    parts.push(record);
    count++;
  }
  const message = Buffer.concat(parts);
  message.writeUInt16BE(0x8400, 2);
  message.writeUInt16BE(1, 4);
  message.writeUInt16BE(count, 6);
  t.true(count * 39 < maxNameWork && count > 1_500);
  t.is(new MessageReader().read(message, 0, message.length, false), malformed.none);
});
