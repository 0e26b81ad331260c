import { createPublicKey } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { LogDataError } from '../../../../scanner/protocols/transparency/log-data-error.ts';
import {
  readCheckpoint,
  readTreeHead,
  verifyTreeHead,
} from '../../../../scanner/protocols/transparency/signed-head.ts';
import { checkpoint, signHead } from '../../../support/transparency/log-samples.ts';
import { makeLog } from '../../../support/x509/certificate-logs.ts';

const origin = 'rome.ct.example.com/2024h1';
const logs = [makeLog('Rome', 'A'), makeLog('Old', 'B', 'rsa')];
const head = { size: 20_852_163, root: Buffer.alloc(32, 9), timestamp: 1_700_000_000_123 };

test('checkpoints and tree heads of both kinds of key verify, and no other', (t) => {
  for (const log of logs) {
    const identity = { id: log.id, key: createPublicKey({ key: log.key, format: 'der', type: 'spki' }) };
    const read = readCheckpoint(checkpoint(origin, log.id, head, log.privateKey), origin, identity);
    const { signature: _signature, ...told } = read;
    t.deepEqual(told, head);
    t.true(verifyTreeHead(read, identity));
    t.false(verifyTreeHead({ ...read, size: read.size + 1 }, identity));
    t.false(verifyTreeHead({ ...read, timestamp: read.timestamp + 1 }, identity));
    t.false(verifyTreeHead({ ...read, root: Buffer.alloc(32) }, identity));
    const stranger = logs.find((other) => other !== log)!;
    const strangerKey = createPublicKey({ key: stranger.key, format: 'der', type: 'spki' });
    t.false(verifyTreeHead(read, { key: strangerKey }));

    const answer = JSON.stringify({
      tree_size: head.size,
      timestamp: head.timestamp,
      sha256_root_hash: head.root.toString('base64'),
      tree_head_signature: signHead(head, log.privateKey).toString('base64'),
    });
    t.true(verifyTreeHead(readTreeHead(answer), identity));
  }
});

test('a checkpoint of another log, without its signature or cut is refused', (t) => {
  const [log] = logs as [(typeof logs)[0]];
  const text = checkpoint(origin, log.id, head, log.privateKey);
  t.throws(() => readCheckpoint(text, 'other.example', log), {
    instanceOf: LogDataError,
    message: /another log/,
  });
  t.throws(() => readCheckpoint(text, origin, logs[1]!), {
    instanceOf: LogDataError,
    message: /no signature/,
  });
  t.throws(() => readCheckpoint(text.replace('20852163', '020852163'), origin, log), {
    instanceOf: LogDataError,
  });
  for (let length = 0; length < text.length; length += 7)
    t.throws(() => readCheckpoint(text.slice(0, length), origin, log), { instanceOf: LogDataError });
});

test('nothing that is served ends in another error', (t) => {
  const either = fc.oneof(
    fc.string(),
    fc.json(),
    fc.string({ maxLength: 80 }).map((text) => `${origin}\n5\n${text}\n\n\u2014 ${origin} ${text}\n`),
  );
  fc.assert(
    fc.property(either, (text) => {
      for (const read of [readTreeHead, (given: string) => readCheckpoint(given, origin, logs[0]!)]) {
        try {
          read(text);
        } catch (error) {
          t.true(error instanceof LogDataError);
        }
      }
    }),
  );
});
