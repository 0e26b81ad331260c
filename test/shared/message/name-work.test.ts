import test from 'ava';
import fc from 'fast-check';
import { hostileMessages } from '../../../agent/bench/hostile-messages.ts';
import { decodeMessage } from '../../../scanner/network/dns/message/decode-message.ts';
import { malformed, malformedReasons } from '../../../shared/message/malformed.ts';
import { MessageReader } from '../../../shared/message/message-reader.ts';
import {
  maxNameWork,
  maxRememberedNameWork,
  NameMemory,
  skipName,
} from '../../../shared/message/skip-name.ts';

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
    ['name_pointers', ...Array.from({ length: 4 }, () => 'too_much_work')],
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
  const reader = new MessageReader();
  t.is(reader.read(message, 0, message.length, false), malformed.none);
  // All but its first labels were walked over once: four fifths of what is allowed are left.
  t.true(reader.nameWork.left > maxRememberedNameWork * 0.7, String(reader.nameWork.left));
});

test('what is remembered of names tells the same of any message as walking over them', (t) => {
  const octet = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(0, 1, 2, 3, 0xc0, 60) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 255 }) },
  );
  fc.assert(
    fc.property(fc.array(octet, { minLength: 14, maxLength: 120 }), (octets) => {
      const bytes = Buffer.from(octets);
      const work = { left: 1_000_000, memory: new NameMemory() };
      work.memory.begin();
      for (let at = 12; at < bytes.length; at++) {
        const walked = skipName(bytes, 0, bytes.length, at);
        const remembered = skipName(bytes, 0, bytes.length, at, work);
        t.is(remembered < 0, walked < 0);
        if (walked > 0) t.is(remembered, walked);
      }
    }),
    { numRuns: 2_000 },
  );
  // Names of the greatest length, and of the most pointers, are no longer behind a place that is known.
  const work = { left: 1_000_000, memory: new NameMemory() };
  work.memory.begin();
  const longest = Buffer.concat([
    Buffer.alloc(12),
    ...Array.from({ length: 4 }, (_, index) =>
      Buffer.concat([Buffer.of(index < 3 ? 63 : 59), Buffer.alloc(index < 3 ? 63 : 59, 97)]),
    ),
    Buffer.from('00c00c0161c00c02616162c00c', 'hex'),
  ]);
  const behind = 12 + 3 * 64 + 60 + 1;
  for (const [at, isSound] of [
    [behind, true],
    [behind, true],
    [behind + 2, true],
    [behind + 6, false],
  ] as const)
    t.is(skipName(longest, 0, longest.length, at, work) > 0, isSound, String(at));
  const most = chain(128);
  work.memory.begin();
  for (let index = 1; index <= 127; index++)
    t.is(skipName(most, 0, most.length, 13 + 2 * (index - 1), work) > 0, index <= 126, String(index));
});
