import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { UpstreamFailed } from '@sonde/shared/errors.ts';
import test, { type ExecutionContext } from 'ava';
import { destinationHash } from '../../../scanner/names/i2p/i2p-name.ts';
import { AddressPolicy } from '../../../scanner/network/address-policy.ts';
import { createRouterLookup } from '../../../scanner/network/sam/create-router-lookup.ts';
import { runInNamespace } from '../../support/lab/run-in-namespace.ts';
import { findRouter } from '../../support/names/i2p-router.ts';
import { testDirectory } from '../../support/names/name-directory.ts';

const destination = () => randomBytes(391).toString('base64').replaceAll('+', '-').replaceAll('/', '~');
const lookupAt = (port: number, timeoutMilliseconds = 20_000) =>
  createRouterLookup({
    policy: new AddressPolicy(['127.0.0.1/32']),
    address: '127.0.0.1',
    port,
    timeoutMilliseconds,
  });
const never = new AbortController().signal;

/** A double that answers each line as it is said. */
async function startDouble(t: ExecutionContext, answering: (line: string, socket: Socket) => string) {
  const lines: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.setEncoding('latin1');
    let held = '';
    socket.on('data', (chunk) => {
      held += chunk;
      for (let end = held.indexOf('\n'); end !== -1; end = held.indexOf('\n')) {
        const line = held.slice(0, end);
        held = held.slice(end + 1);
        lines.push(line);
        socket.write(answering(line, socket));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return { lines, port: (server.address() as AddressInfo).port };
}

const hello = 'HELLO REPLY RESULT=OK VERSION=3.1\n';

test('a router is greeted, and asked for one name', async (t) => {
  const value = destination();
  const { lines, port } = await startDouble(t, (line) => {
    if (line.startsWith('HELLO')) return hello;
    if (line.endsWith('=stats.i2p')) return `NAMING REPLY RESULT=OK NAME=stats.i2p VALUE=${value}\n`;
    return 'NAMING REPLY RESULT=KEY_NOT_FOUND NAME=none.i2p MESSAGE="not there"\n';
  });
  t.deepEqual(await lookupAt(port)('stats.i2p', never), { destination: value });
  t.deepEqual(await lookupAt(port)('none.i2p', never), { destination: null });
  t.deepEqual(lines.slice(0, 2), ['HELLO VERSION MIN=3.0 MAX=3.3', 'NAMING LOOKUP NAME=stats.i2p']);
});

test('what books and the router know of a name is told, each by itself', async (t) => {
  const [one, other] = [destination(), destination()];
  const { port } = await startDouble(t, (line) =>
    line.startsWith('HELLO') ? hello : `NAMING REPLY RESULT=OK NAME=${line.split('=')[1]} VALUE=${other}\n`,
  );
  const books = [{ name: 'hosts.txt', hosts: new Map([['stats.i2p', one]]) }];
  const { resolve } = testDirectory({ books, router: lookupAt(port) });
  const answer = await resolve('stats.i2p', 'i2p');
  const entries = answer.resolved?.entries as { book: string; destination: string }[];
  t.deepEqual(
    entries.map((entry) => [entry.book, entry.destination]),
    [
      ['hosts.txt', one],
      ['router', other],
    ],
  );
  t.is(answer.errors[0]?.code, 'ambiguous');
  t.is(answer.hash, destinationHash(one).hash);
  const address = destinationHash(other).address;
  t.is((await resolve(address, 'i2p')).resolved?.address, address);
  await t.throwsAsync(resolve(destinationHash(one).address, 'i2p'), { message: /another address/ });
});

test('a router that is none, says too much, nothing, or another name is refused', async (t) => {
  const failing = async (answering: (line: string, socket: Socket) => string, milliseconds?: number) => {
    const { port } = await startDouble(t, answering);
    return t.throwsAsync(lookupAt(port, milliseconds)('stats.i2p', never), { instanceOf: UpstreamFailed });
  };
  const afterHello = (text: string) => (line: string) => (line.startsWith('HELLO') ? hello : text);
  t.regex((await failing(() => 'HTTP/1.1 400 Bad Request\n')).message, /no reply of SAM/);
  t.regex((await failing(() => 'HELLO REPLY RESULT=NOVERSION\n')).message, /refuses the greeting: NOVERSION/);
  t.regex((await failing(() => 'x'.repeat(20_000))).message, /too much/);
  t.is((await failing(() => '', 300)).code, 'timeout');
  t.regex(
    (await failing(afterHello('NAMING REPLY RESULT=I2P_ERROR\n'))).message,
    /refuses the name: I2P_ERROR/,
  );
  const other = `NAMING REPLY RESULT=OK NAME=other.i2p VALUE=${destination()}\n`;
  t.regex((await failing(afterHello(other))).message, /no destination of the name/);
  t.regex(
    (await failing(afterHello('NAMING REPLY RESULT=OK NAME=stats.i2p VALUE=AAAA\n'))).message,
    /no destination/,
  );
  const closing = await failing((_line, socket) => {
    socket.end();
    return '';
  });
  t.regex(closing.message, /closed the connection/);
  const forbidden = createRouterLookup({
    policy: new AddressPolicy([]),
    address: '127.0.0.1',
    port: 1,
    timeoutMilliseconds: 1_000,
  });
  await t.throwsAsync(forbidden('stats.i2p', never), { message: /must not be connected to/ });
});

// Debian's router is not among the packages that tests install, for its size; where it is there, it must agree with the double.
if (findRouter() !== undefined) {
  test('a real router knows the names of its book by SAM, and none that is not in it', async (t) => {
    const program = join(import.meta.dirname, 'router-program.ts');
    const report = (await runInNamespace(program)) as Record<string, unknown>;
    t.deepEqual(report.known, { destination: report.value });
    t.deepEqual(report.unknown, { destination: null });
  });
}
