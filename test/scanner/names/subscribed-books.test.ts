import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { createAddressBooks } from '../../../scanner/start/create-address-books.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const destination = () => randomBytes(391).toString('base64').replaceAll('+', '-').replaceAll('/', '~');
const bookOf = (hosts: readonly string[]) => hosts.map((host) => `${host}=${destination()}#!x=1\n`).join('');
const hosts = Array.from({ length: 40 }, (_, index) => `site-${index}.i2p`);

/** A publisher of one book, which says what is to be answered next. */
async function publisher(t: ExecutionContext) {
  const next = { status: 200, text: bookOf(hosts), asked: [] as (string | undefined)[] };
  const server = createServer((request, response) => {
    next.asked.push(request.headers['if-none-match']);
    response.writeHead(next.status, { etag: '"one"' }).end(next.status === 200 ? next.text : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const folder = await temporaryDirectory(t);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hosts.txt`;
  const open = (allowed = ['127.0.0.0/8']) =>
    createAddressBooks({ i2pSubscriptions: [url], allowedNetworks: allowed }, folder, 'test');
  return { next, url, open };
}

const once = () => AbortSignal.timeout(20_000);

test('a book is taken, asked for again by its tag, and there after the next start without a network', async (t) => {
  const { next, url, open } = await publisher(t);
  const books = await open();
  t.is(books.books[0]!.hosts.size, 0);
  t.deepEqual(await books.refresh(once()), [{ url, state: 'taken', hosts: 40 }]);
  t.true(books.books[0]!.hosts.has('site-7.i2p'));
  next.status = 304;
  t.deepEqual(await books.refresh(once()), [{ url, state: 'unchanged', hosts: 40 }]);
  t.deepEqual(next.asked, [undefined, '"one"']);
  const later = await open();
  t.deepEqual([...later.books[0]!.hosts], [...books.books[0]!.hosts]);
});

test('what is broken, empty, cut, too large or refused leaves the known book', async (t) => {
  const { next, open } = await publisher(t);
  const books = await open();
  await books.refresh(once());
  const reasons: string[] = [];
  const tries: readonly [number, string][] = [
    [500, ''],
    [200, '<html>It is gone.</html>'],
    [200, bookOf(hosts.slice(0, 19))],
    [200, '#'.repeat(17 * 1024 * 1024)],
  ];
  for (const [status, text] of tries) {
    Object.assign(next, { status, text });
    const [outcome] = await books.refresh(once());
    t.is(outcome!.state, 'failed');
    reasons.push(outcome!.reason!);
    t.is(books.books[0]!.hosts.size, 40);
  }
  t.regex(reasons[0]!, /status 500/);
  t.regex(reasons[1]!, /no line of an address book/);
  t.regex(reasons[2]!, /19 hosts where it had 40/);
  t.is((await (await open()).refresh(once()))[0]!.hosts, 40, 'what was kept is whole');

  // The collector goes nowhere inside unless it may.
  const guarded = await open([]);
  const [refused] = await guarded.refresh(once());
  t.is(refused!.state, 'failed');
  t.is(next.asked.length, 6);
});
