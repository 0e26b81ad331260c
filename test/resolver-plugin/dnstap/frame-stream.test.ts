import test from 'ava';
import fc from 'fast-check';
import { decodeControlFrame, encodeControlFrame } from '../../../resolver-plugin/dnstap/control-frame.ts';
import { FrameStreamError } from '../../../resolver-plugin/dnstap/frame-stream-error.ts';
import { dnstapContentType, FrameStreamReader } from '../../../resolver-plugin/dnstap/frame-stream-reader.ts';
import { dataFrame, frameStream } from '../../support/resolvers/dnstap-messages.ts';

function reading(bidirectional = true) {
  const frames: string[] = [];
  const replies: Buffer[] = [];
  const reader = new FrameStreamReader({
    maxFrameBytes: 20_000,
    ...(bidirectional ? { reply: (bytes: Buffer) => void replies.push(bytes) } : {}),
    frame: (buffer, start, end) => void frames.push(buffer.toString('hex', start, end)),
  });
  return { frames, replies, reader };
}

function faultOf(step: () => void): string | undefined {
  try {
    step();
    return undefined;
  } catch (error) {
    if (error instanceof FrameStreamError) return error.fault;
    throw error;
  }
}

const typeOf = (reply: Buffer | undefined) =>
  reply === undefined ? undefined : decodeControlFrame(reply, 8, reply.length).type;

test('a stream reads the same however it is cut', (t) => {
  const payload = fc.uint8Array({ minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(
      fc.array(payload, { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 30 }),
      fc.boolean(),
      (payloads, cuts, bidirectional) => {
        const { frames, reader } = reading(bidirectional);
        const stream = frameStream(payloads);
        let position = 0;
        for (let turn = 0; position < stream.length; turn++) {
          const next = position + cuts[turn % cuts.length]!;
          reader.push(Buffer.from(stream.subarray(position, next)));
          position = next;
        }
        reader.end();
        t.deepEqual(
          frames,
          payloads.map((octets) => Buffer.from(octets).toString('hex')),
        );
        t.is(reader.state, 'stopped');
      },
    ),
  );
});

test('a bidirectional writer gets ACCEPT and FINISH', (t) => {
  const { reader, replies, frames } = reading();
  reader.push(encodeControlFrame('ready', dnstapContentType));
  t.is(reader.state, 'accepted');
  t.is(typeOf(replies[0]), 'accept');
  t.deepEqual(decodeControlFrame(replies[0]!, 8, replies[0]!.length).contentTypes, [dnstapContentType]);
  reader.push(encodeControlFrame('start', dnstapContentType));
  reader.push(dataFrame(Buffer.from('abc')));
  reader.push(encodeControlFrame('stop'));
  t.is(typeOf(replies[1]), 'finish');
  t.deepEqual(frames, ['616263']);
});

test('a unidirectional writer gets no answer', (t) => {
  const { reader, replies } = reading();
  reader.push(frameStream([Buffer.from('abc')]));
  t.deepEqual(replies, []);
});

test('what breaks the protocol is refused by name', (t) => {
  const after = (...frames: Buffer[]) => faultOf(() => reading().reader.push(Buffer.concat(frames)));
  const start = encodeControlFrame('start', dnstapContentType);
  const ready = encodeControlFrame('ready', dnstapContentType);
  t.is(after(dataFrame(Buffer.from('x'))), 'unexpected_data_frame');
  t.is(after(ready, dataFrame(Buffer.from('x'))), 'unexpected_data_frame');
  t.is(after(ready, ready), 'unexpected_control_frame');
  t.is(after(start, start), 'unexpected_control_frame');
  t.is(after(start, ready), 'unexpected_control_frame');
  t.is(after(encodeControlFrame('accept')), 'unexpected_control_frame');
  t.is(after(encodeControlFrame('stop')), 'unexpected_control_frame');
  t.is(after(encodeControlFrame('start', 'protobuf:other')), 'foreign_content_type');
  t.is(after(encodeControlFrame('ready', 'protobuf:other')), 'foreign_content_type');
  t.is(after(start, Buffer.from([0x00, 0x00, 0x4e, 0x21])), 'oversized_frame');
  t.is(after(Buffer.from([0, 0, 0, 0, 0, 0, 2, 1])), 'bad_control_frame');
  t.is(after(Buffer.from([0, 0, 0, 0, 0, 0, 0, 3])), 'bad_control_frame');
  t.is(after(Buffer.from([0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 9])), 'bad_control_frame');
  t.is(
    faultOf(() => reading(false).reader.push(ready)),
    'unexpected_control_frame',
  );
  const { reader } = reading();
  reader.push(Buffer.concat([start, Buffer.from([0, 0, 0, 9, 1])]));
  t.is(
    faultOf(() => reader.end()),
    'cut_off',
  );
});

test('random streams end in a named fault or wait for more, within bounds', (t) => {
  const start = encodeControlFrame('start', dnstapContentType);
  const control = fc
    .uint8Array({ maxLength: 40 })
    .map((octets) => Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, octets.length]), octets]));
  const noise = fc.uint8Array({ minLength: 1, maxLength: 500 }).map((octets) => Buffer.from(octets));
  fc.assert(
    fc.property(fc.array(fc.oneof(noise, control, fc.constant(start)), { maxLength: 8 }), (chunks) => {
      const { reader } = reading();
      faultOf(() => {
        for (const chunk of chunks) reader.push(chunk);
      });
      t.true(reader.pendingBytes <= 20_004);
    }),
    { numRuns: 2_000 },
  );
});
