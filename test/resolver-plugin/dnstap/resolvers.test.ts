import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { listenTcp } from '../../../resolver-plugin/dnstap/listen.ts';
import { listenUnix } from '../../../resolver-plugin/dnstap/listen-unix.ts';
import { messageTypes } from '../../../resolver-plugin/dnstap/message-types.ts';
import { AccessList, loopback } from '../../../resolver-plugin/net/access-list.ts';
import { askUdp } from '../../support/dns-client.ts';
import { startBind } from '../../support/resolvers/bind.ts';
import { collectingTarget, type MessageCopy } from '../../support/resolvers/dnstap-messages.ts';
import { type RunningResolver, startUnbound } from '../../support/resolvers/unbound.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const rounds = 200;

/** Asks, and waits until the two messages of each transaction have come. */
async function checkTransactions(t: ExecutionContext, resolver: RunningResolver, messages: MessageCopy[]) {
  const name = Buffer.from('\x05ready\x07example\x00').toString('hex');
  const ofType = (type: number, field: 'query_message' | 'response_message') =>
    messages.filter(
      (message) => message.type === type && message[field].slice(24, 24 + name.length) === name,
    );
  const queries = () => ofType(messageTypes.CLIENT_QUERY, 'query_message');
  const responses = () => ofType(messageTypes.CLIENT_RESPONSE, 'response_message');
  const keyOf = (message: MessageCopy, field: 'query_message' | 'response_message') =>
    `${message.query_port} ${message[field].slice(0, 4)}`;
  const pairs = () => {
    const answered = new Map(responses().map((response) => [keyOf(response, 'response_message'), response]));
    return queries().flatMap((query) => {
      const response = answered.get(keyOf(query, 'query_message'));
      return response === undefined ? [] : [{ query, response }];
    });
  };
  // Writers connect when they have something to say, so that the first ones may be lost.
  await until(async () => {
    await askUdp(resolver.port, 'ready.example', 'A', 500);
    return responses().length > 0;
  });
  const before = pairs().length;
  for (let round = 0; round < rounds; round++) await askUdp(resolver.port, 'ready.example');
  await until(() => pairs().length >= before + rounds);

  const { query, response } = pairs().at(-1)!;
  const now = Date.now() / 1_000;
  for (const message of [query, response]) {
    t.is(message.socket_family, 1);
    t.is(message.socket_protocol, 1);
    t.is(message.query_address, '7f000001');
    t.true(message.query_port > 0);
    t.is(Buffer.from(message.identity, 'hex').toString(), 'resolver.test');
  }
  t.true(Math.abs(query.query_time_sec - now) < 60);
  t.true(Math.abs(response.response_time_sec - now) < 60);
}

const unboundLogs = `
  dnstap-identity: "resolver.test"
  dnstap-send-identity: yes
  dnstap-send-version: yes
  dnstap-log-client-query-messages: yes
  dnstap-log-client-response-messages: yes`;

test('Unbound over a Unix socket', async (t) => {
  const target = collectingTarget();
  const path = join(await temporaryDirectory(t), 'dnstap.sock');
  const listener = await listenUnix(path, { ...target, mode: 0o666 });
  t.teardown(() => listener.close());
  const clause = `dnstap:\n  dnstap-enable: yes\n  dnstap-socket-path: "${path}"${unboundLogs}`;
  const resolver = await startUnbound(t, '', clause, 'iterator');
  await checkTransactions(t, resolver, target.messages);
  await resolver.stop('SIGTERM');
  await until(() => target.counters.connectionsOpen === 0);
  t.is(target.counters.messages, target.counters.frames);
});

test('Unbound over TCP', async (t) => {
  const target = collectingTarget();
  const listener = await listenTcp({ host: '127.0.0.1', port: 0 }, new AccessList(loopback), target);
  t.teardown(() => listener.close());
  const clause = `dnstap:\n  dnstap-enable: yes\n  dnstap-ip: "127.0.0.1@${listener.port}"\n  dnstap-tls: no${unboundLogs}`;
  const resolver = await startUnbound(t, '', clause, 'iterator');
  await checkTransactions(t, resolver, target.messages);
  await resolver.stop('SIGTERM');
  await until(() => target.counters.connectionsOpen === 0);
  t.is(target.counters.messages, target.counters.frames);
});

test('BIND over a Unix socket', async (t) => {
  const target = collectingTarget();
  const path = join(await temporaryDirectory(t), 'dnstap.sock');
  const listener = await listenUnix(path, { ...target, mode: 0o666 });
  t.teardown(() => listener.close());
  const resolver = await startBind(
    t,
    `dnstap { client; auth; resolver; forwarder; };
  dnstap-output unix "${path}";
  dnstap-identity "resolver.test";
  fstrm-set-flush-timeout 1;`,
  );
  // For zones of its own named reports AUTH_*; told apart by the recursion that the client asks for.
  await checkTransactions(t, resolver, target.messages);
  await resolver.stop('SIGTERM');
  await until(() => target.counters.connectionsOpen === 0);
  t.is(target.counters.messages, target.counters.frames);
});
