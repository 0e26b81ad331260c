import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import test from 'ava';
import packet from 'dns-packet';
import fc from 'fast-check';
import { AccessList } from '../../../resolver-plugin/net/access-list.ts';
import { answer } from '../../../resolver-plugin/rpz/answer.ts';
import type { TsigAlgorithm, TsigKey } from '../../../resolver-plugin/rpz/tsig.ts';
import { nameRules, policyZone, rule, startPrimary } from '../../support/resolvers/policy-zone.ts';
import { until } from '../../support/until.ts';

const run = promisify(execFile);

/** dig's answer section, or its complaint; it checks TSIG by itself. */
async function dig(port: number, ...args: string[]): Promise<string> {
  const base = ['@127.0.0.1', '-p', String(port), '+tries=1', '+time=20', '+onesoa', '+nocookie', '+noedns'];
  const { stdout } = await run('dig', [...base, ...args], { maxBuffer: 64 * 2 ** 20 }).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

const count = (text: string, pattern: RegExp) => (text.match(pattern) ?? []).length;
const keyOf = (algorithm: TsigAlgorithm): TsigKey => ({
  name: 'transfer.key',
  algorithm,
  secret: Buffer.alloc(40, 3),
});
const digKey = (key: TsigKey, secret = key.secret) =>
  ['-y', `${key.algorithm}:${key.name}:${secret.toString('base64')}`] as const;

test('a full transfer of many messages, with and without a signature', async (t) => {
  const rules = nameRules(20_000);
  const plain = await startPrimary(t, rules);
  t.is(count(await dig(plain.port, policyZone, 'AXFR'), /CNAME\s+\.$/gm), rules.length);
  for (const algorithm of ['hmac-sha256', 'hmac-sha512'] as const) {
    const key = keyOf(algorithm);
    const { port, counters } = await startPrimary(t, rules, { keys: [key] });
    const whole = await dig(port, ...digKey(key), policyZone, 'AXFR');
    t.is(count(whole, /CNAME\s+\.$/gm), rules.length);
    t.true(count(whole, /TSIG/g) > 10);
    t.notRegex(whole, /Couldn't verify|tsig verify failure/i);
    t.regex(await dig(port, policyZone, 'AXFR'), /Transfer failed/);
    t.is(counters.refused, 1);
    t.regex(await dig(port, ...digKey(key, Buffer.alloc(40, 4)), policyZone, 'SOA'), /BADSIG/);
    t.regex(await dig(port, ...digKey({ ...key, name: 'other.key' }), policyZone, 'SOA'), /BADKEY/);
    t.is(counters.badSignatures, 2);
    t.regex(await dig(port, ...digKey(key), policyZone, 'SOA'), /status: NOERROR/);
  }
});

test('a peer that has no more to ask still gets all of it', async (t) => {
  const { port } = await startPrimary(t, nameRules(120_000));
  const socket = connect({ port, host: '127.0.0.1' });
  socket.end(
    packet.streamEncode({
      type: 'query',
      id: 1,
      questions: [{ name: policyZone, type: 'AXFR', class: 'IN' }],
    }),
  );
  let bytes = 0;
  for await (const chunk of socket) bytes += (chunk as Buffer).length;
  t.true(bytes > 120_000 * 35);
});

test('a signature made at another time is refused with ours', async (t) => {
  const key = keyOf('hmac-sha256');
  const clock = { now: () => Date.now() + 3_600_000 };
  const { port } = await startPrimary(t, [], { keys: [key], clock });
  const refused = await dig(port, ...digKey(key), policyZone, 'SOA');
  t.regex(refused, /status: NOTAUTH/);
  t.regex(refused, /BADTIME/);
});

test('IXFR: nothing new, the steps since, or all of it', async (t) => {
  const journal = { steps: 3, entries: 1_000 };
  const { port, zone, apply, counters } = await startPrimary(t, nameRules(50), {}, { journal });
  const first = zone.serial;
  const since = (serial: number) => dig(port, policyZone, `IXFR=${serial}`);
  t.is(count(await since(first), /CNAME/g), 0);

  apply([rule('a', { kind: 'name', name: 'added.example' })], ['listed-7']);
  apply([rule('a', { kind: 'name', name: 'added.example' }, { kind: 'allow' })]);
  const steps = await since(first);
  const lines = steps.split('\n').filter((line) => /CNAME/.test(line));
  t.deepEqual(
    lines.map((line) => line.replace(/\s+/g, ' ')),
    [
      `host-7.listed.example.${policyZone}. 30 IN CNAME .`,
      `added.example.${policyZone}. 30 IN CNAME .`,
      `added.example.${policyZone}. 30 IN CNAME .`,
      `added.example.${policyZone}. 30 IN CNAME rpz-passthru.`,
    ],
  );
  t.is(count(await since(first - 1), /CNAME/g), 50);
  for (let turn = 0; turn < 5; turn++) apply([rule('a', { kind: 'name', name: `turn-${turn}.example` })]);
  t.is(count(await since(first), /CNAME/g), 50);
  t.is(count(await since(zone.serial + 5), /CNAME/g), 50);
  t.is(counters.incrementalTransfers, 5);
  t.false(apply([], ['no-such-rule']));
});

test('whoever is not allowed, and whatever is not ours, is refused', async (t) => {
  const { port, counters } = await startPrimary(t, nameRules(5));
  t.regex(await dig(port, 'other.zone', 'AXFR'), /Transfer failed/);
  t.regex(await dig(port, 'other.zone', 'SOA'), /REFUSED/);
  t.regex(await dig(port, policyZone, 'A'), /REFUSED/);
  t.regex(await dig(port, '+notcp', policyZone, 'SOA', '+opcode=notify'), /REFUSED/);
  t.regex(await dig(port, policyZone, 'SOA', '+opcode=update'), /NOTIMP/);
  t.regex(await dig(port, policyZone, 'SOA'), /NOERROR/);
  t.regex(await dig(port, policyZone.toUpperCase(), 'NS'), /localhost\./);
  t.is(counters.refused, 5);

  const closed = await startPrimary(t, [], { allowed: new AccessList(['192.0.2.0/24', '2001:db8::/32']) });
  t.regex(await dig(closed.port, '+time=1', '+notcp', policyZone, 'SOA'), /no servers could be reached/);
  t.regex(
    await dig(closed.port, '+time=1', '+tcp', policyZone, 'SOA'),
    /no servers could be reached|communications error/,
  );
  t.true(closed.counters.notAllowed >= 2);
});

test('greedy, slow and broken peers are bounded', async (t) => {
  const limits = { connections: 3, transfers: 1, idle: 1_500, lifetime: 20_000 };
  const { port, counters } = await startPrimary(t, nameRules(100_000), { limits });
  const open = async () => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    t.teardown(() => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  const request = packet.streamEncode({
    type: 'query',
    id: 1,
    questions: [{ name: policyZone, type: 'AXFR', class: 'IN' }],
  });
  const slow = await open();
  slow.pause();
  slow.write(Buffer.concat(Array(20).fill(request)));
  await until(() => counters.fullTransfers >= 1);
  const second = await open();
  second.write(request);
  const [busy] = (await once(second, 'data')) as [Buffer];
  t.is(packet.streamDecode(busy).flags! & 15, 2);
  await until(() => counters.brokenTransfers === 1);

  const idle = await Promise.all([open(), open(), open(), open(), open()]);
  await Promise.all(idle.map((socket) => once(socket.resume(), 'close')));
  t.true(counters.tooMany >= 2);
  const long = await open();
  long.write(Buffer.from([0xff, 0xff, 1]));
  await once(long.resume(), 'close');
  t.is(counters.malformed, 1);
});

test('hostile messages get an error or nothing, never an exception', async (t) => {
  const { zone, counters, clock, port } = await startPrimary(t, nameRules(3));
  const key = keyOf('hmac-sha256');
  const valid = packet.encode({
    type: 'query',
    id: 9,
    questions: [{ name: policyZone, type: 'IXFR', class: 'IN' }],
    authorities: [
      {
        type: 'SOA',
        name: policyZone,
        data: { mname: 'a', rname: 'b', serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 1 },
      },
    ],
  });
  const flips = fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 5 }).map((changes) => {
    const bytes = Buffer.from(valid);
    for (const [at, octet] of changes) bytes[at] = octet;
    return bytes;
  });
  const noise = fc.uint8Array({ maxLength: 300 }).map((octets) => Buffer.from(octets));
  fc.assert(
    fc.property(fc.oneof(flips, noise), fc.boolean(), fc.boolean(), (bytes, tcp, signed) => {
      const options = { zone, keys: signed ? [key] : [], counters, clock };
      for (const message of answer(bytes, tcp ? 'tcp' : 'udp', options)?.messages ?? []) {
        t.true(message.length <= 65_535);
        t.is(message.readUInt16BE(0), bytes.readUInt16BE(0));
      }
    }),
    { numRuns: 3_000 },
  );
  const socket = createSocket('udp4');
  t.teardown(() => socket.close());
  const before = counters.malformed;
  for (let turn = 0; turn < 10; turn++) socket.send(Buffer.alloc(turn, turn), port, '127.0.0.1');
  await until(() => counters.malformed >= before + 10);
  t.regex(await dig(port, policyZone, 'SOA'), /NOERROR/);
});
