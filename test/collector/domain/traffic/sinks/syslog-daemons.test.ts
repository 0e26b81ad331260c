import { readFile } from 'node:fs/promises';
import test from 'ava';
import { makeCertificate } from '../../../../support/certificates.ts';
import { outgoing, outgoingAt, outgoingRecord, sendBatch } from '../../../../support/sinks/send-batch.ts';
import { startSyslogDaemon, syslogDaemons } from '../../../../support/sinks/syslog-daemons.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';
import { until } from '../../../../support/until.ts';

const many = Array.from({ length: 2_000 }, (_, index) =>
  outgoingRecord(`row-${index}`, `{"number":${index},"name":"b\u00fccher|%.example"}`),
);

test('a daemon for syslog is there to be tried', (t) => {
  t.true(syslogDaemons().length > 0);
});

for (const daemon of syslogDaemons()) {
  test(`${daemon} understands each message, and has all of a batch once it counts as delivered`, async (t) => {
    const { port, messages } = await startSyslogDaemon(t, daemon);
    const config = { host: '127.0.0.1', port, transport: 'tcp', app_name: 'dns' };
    t.deepEqual(await sendBatch(t, 'syslog', config), { refused: 0 });
    const host = 'collector.example';
    const at = Math.floor(outgoingAt / 1e6);
    await until(async () => (await messages()).length === 3);
    t.deepEqual(
      await messages(),
      outgoing.map(({ text, stream }) => ({
        ...{ at, host, program: 'dns', text },
        priority: stream === 'threats' ? 131 : 134,
        messageId: stream === 'threats' ? 'threat' : 'query',
      })),
    );

    const long = outgoingRecord('long', JSON.stringify({ filling: '\u00e4'.repeat(30_000) }));
    t.deepEqual(await sendBatch(t, 'syslog', config, undefined, undefined, { records: [...many, long] }), {
      refused: 0,
    });
    await until(async () => (await messages()).length === 3 + many.length + 1, 30_000);
    t.deepEqual(
      (await messages()).slice(3).map(({ text }) => text),
      [...many, long].map(({ text }) => text),
    );
  });

  test(`${daemon} is trusted over TLS by its certificate alone`, async (t) => {
    const identity = await makeCertificate(await temporaryDirectory(t), 'localhost');
    const { port, messages } = await startSyslogDaemon(t, daemon, identity);
    const authority = await readFile(identity.certificate, 'utf8');
    const config = { host: '127.0.0.1', port, authority, server_name: 'localhost' };
    t.deepEqual(await sendBatch(t, 'syslog', config), { refused: 0 });
    await until(async () => (await messages()).length === 3);
    await t.throwsAsync(sendBatch(t, 'syslog', { ...config, server_name: 'other.example' }), {
      message: /other\.example|altnames/,
    });
    await t.throwsAsync(sendBatch(t, 'syslog', { ...config, authority: undefined }), {
      message: /self-signed|certificate/i,
    });
    t.is((await messages()).length, 3);
  });
}
