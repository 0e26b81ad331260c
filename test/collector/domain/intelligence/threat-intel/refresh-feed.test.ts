import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import {
  type FeedPorts,
  refreshFeed,
} from '../../../../../collector/domain/intelligence/threat-intel/feeds/refresh-feed.ts';
import type { Segment } from '../../../../../collector/domain/intelligence/threat-intel/index/segment.ts';
import { WarningList } from '../../../../../collector/domain/intelligence/threat-intel/warning/warning-list.ts';
import type { Feed } from '../../../../../collector/ports/threats/feed.ts';
import type { FeedState } from '../../../../../collector/ports/threats/feeds.ts';
import { defineFeed } from '../../../../../collector/sources/define-feed.ts';
import { createFileFetch } from '../../../../../collector/sources/file-fetch.ts';
import { lines } from '../../../../../collector/sources/formats/lines.ts';
import { startFeedServer } from '../../../../support/feeds/feed-server.ts';
import { plainFetch } from '../../../../support/http/plain-fetch.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';

const list = (count: number): string =>
  Array.from({ length: count }, (_, index) => `made-up-${index}.com\n`).join('');

const testFeed = (change: Partial<Feed> = {}): Feed => ({
  ...defineFeed({
    id: 'test-feed',
    name: 'Test feed',
    type: 'ioc',
    url: 'http://127.0.0.1/',
    homepage: 'http://127.0.0.1/',
    licence: 'none',
    format: lines(),
    kind: 'domain',
    threatType: 'malware',
  }),
  ...change,
});

interface Answer {
  status?: number;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

/** A feed behind a real server, with a clock that only the test moves. */
async function world(feed = testFeed()) {
  let next: Answer = {};
  let now = 1_790_000_000_000;
  let key: string | undefined;
  const states = new Map<string, FeedState>();
  const installed: Segment[] = [];
  const told: string[] = [];
  const server = await startFeedServer((_, response) => {
    response.writeHead(next.status ?? 200, next.headers ?? {});
    response.end(next.body ?? '');
  });
  const ports: FeedPorts = {
    fetch: plainFetch,
    clock: { now: () => now },
    states: {
      load: async (id) => states.get(id),
      save: async (state) => {
        states.set(state.feed, state);
      },
    },
    warnings: new WarningList(),
    install: async (_, segment) => {
      installed.push(segment);
    },
    settings: { url: () => server.url, key: () => key },
    tellLook: (_, result) => void told.push(result),
    userAgent: 'sonde test (mailto:operator@example.com)',
  };
  return {
    installed,
    told,
    server,
    ports,
    setKey: (value: string) => {
      key = value;
    },
    /** A day passes, and the feed is looked at. */
    look: async (answer: Answer, later = 86_400_000): Promise<FeedState> => {
      next = answer;
      now += later;
      return refreshFeed(feed, ports, new AbortController().signal);
    },
  };
}

test('a good document becomes the set, and the next look asks whether it has changed', async (t) => {
  const { look, server, installed } = await world();
  const headers = { etag: '"v1"', 'last-modified': 'Sun, 20 Sep 2026 10:00:00 GMT' };
  const first = await look({ body: `${list(10)}google.com\nnot a name\n`, headers });
  t.like(first, { status: 'active', indicatorCount: 10, malformedRows: 1, subtractedRows: 1, etag: '"v1"' });
  t.is(first.contentHash?.length, 64);
  t.is(installed[0]?.provenance.contentHash, first.contentHash);
  t.is(server.requests[0]?.headers['user-agent'], 'sonde test (mailto:operator@example.com)');
  const second = await look({ status: 304 });
  t.like(second, { status: 'active', indicatorCount: 10 });
  t.true(second.lastOkAt! > second.fetchedAt!);
  t.is(server.requests[1]?.headers['if-none-match'], '"v1"');
  t.is(server.requests[1]?.headers['if-modified-since'], headers['last-modified']);
  t.is(installed.length, 1);
  await server.stop();
});

test('a feed is not asked before its time', async (t) => {
  const { look, server } = await world();
  await look({ body: list(3) });
  await look({ body: list(3) }, 60_000);
  t.is(server.requests.length, 1);
  await server.stop();
});

const distrusted: readonly [what: string, answer: Answer, note: RegExp][] = [
  ['an empty document', { body: '# nothing\n' }, /empty/],
  ['a web page', { body: '<!DOCTYPE html><html><body>Please log in</body></html>' }, /web page/],
  ['mostly malformed rows', { body: `${'???\n'.repeat(50)}${list(40)}` }, /malformed/],
  ['less than half of the rows', { body: list(49) }, /shrank from 100/],
  ['too much', { body: list(80_000) }, /longer than/],
  ['too much when unpacked', { body: gzipSync(Buffer.alloc(8 << 20, 'a\n')) }, /longer than/],
  ['an error', { status: 503, headers: { 'retry-after': '7200' } }, /status 503/],
];

for (const [what, answer, note] of distrusted) {
  test(`after ${what} the old set is kept and the feed shown as degraded`, async (t) => {
    const { look, server, installed } = await world(testFeed({ maxBytes: 1 << 20 }));
    await look({ body: list(100) });
    const state = await look(answer);
    t.like(state, { status: 'degraded', indicatorCount: 100, consecutiveFailures: 1 });
    t.regex(state.note!, note);
    t.is(installed.length, 1);
    await server.stop();
  });

  test(`${what} at first leaves nothing to stand by`, async (t) => {
    const { look, server } = await world(testFeed({ maxBytes: 1 << 20 }));
    const state = await look(answer);
    // Without a set before, there is nothing that a small one could be compared with.
    t.is(state.status, what.startsWith('less') ? 'active' : 'failed');
    await server.stop();
  });
}

test('how each look ended is told, and what was refused apart from what failed', async (t) => {
  const { look, server, told } = await world();
  await look({ body: list(100) });
  await look({ status: 304 });
  await look({ body: list(10) });
  await look({ status: 503 });
  await look({ status: 401 });
  await look({ body: list(100) }, 60_000);
  t.deepEqual(told, ['taken', 'unchanged', 'refused', 'failed', 'needs_key']);
  await server.stop();
});

test('exactly half is taken', async (t) => {
  const { look, server } = await world();
  await look({ body: list(100) });
  t.like(await look({ body: list(50) }), { status: 'active', indicatorCount: 50 });
  await server.stop();
});

test('a feed that stays small for days is believed', async (t) => {
  const { look, server } = await world();
  await look({ body: list(100) });
  for (let day = 0; day < 3; day++) t.is((await look({ body: list(10) })).status, 'degraded');
  t.like(await look({ body: list(10) }), { status: 'active', indicatorCount: 10, shrunkSince: null });
  await server.stop();
});

test('401 means that a key is needed, whatever was before; with the key it is sent', async (t) => {
  const key = { setting: 'test_key', header: 'auth-key', required: false };
  const { look, server, setKey, installed } = await world(testFeed({ key }));
  await look({ body: list(10) });
  t.like(await look({ status: 401 }), { status: 'needs_key', indicatorCount: 10 });
  t.is(installed.length, 1);
  setKey('s3cret');
  t.is((await look({ body: list(11) })).status, 'active');
  t.is(server.requests.at(-1)?.headers['auth-key'], 's3cret');
  await server.stop();
});

test('a feed that must have a key is not asked without', async (t) => {
  const key = { setting: 'test_key', header: 'auth-key', required: true };
  const { look, server } = await world(testFeed({ key }));
  t.is((await look({ body: list(10) })).status, 'needs_key');
  t.is(server.requests.length, 0);
  await server.stop();
});

test('a feed that is away for a week has failed; pauses grow but it comes back by itself', async (t) => {
  const { look, server } = await world();
  await look({ body: list(10) });
  let state = await look({ status: 500 });
  t.is(state.status, 'degraded');
  for (let day = 0; day < 7; day++) state = await look({ status: 500 });
  t.is(state.status, 'failed');
  t.is((await look({ body: list(10) })).status, 'active');
  await server.stop();
});

test('an end that the publisher announces is shown', async (t) => {
  const { look, server } = await world();
  const headers = { deprecation: '@1767225600', sunset: 'Thu, 31 Dec 2026 00:00:00 GMT' };
  t.regex((await look({ body: list(3), headers })).note!, /deprecated; it ends on Thu, 31 Dec 2026/);
  await server.stop();
});

test('a packed document is unpacked', async (t) => {
  const { look, server } = await world();
  t.like(await look({ body: gzipSync(list(5)) }), { status: 'active', indicatorCount: 5 });
  await server.stop();
});

test('a feed can be a file', async (t) => {
  const { ports, look, server } = await world();
  const directory = await temporaryDirectory(t);
  await mkdir(directory, { recursive: true });
  const path = join(directory, 'list.txt');
  await writeFile(path, list(4));
  const root = pathToFileURL(`${directory}/`);
  Object.assign(ports, {
    fetch: createFileFetch(root),
    settings: { url: () => pathToFileURL(path).href, key: () => undefined },
  });
  t.like(await look({}), { status: 'active', indicatorCount: 4 });
  t.like(await look({}), { status: 'active', indicatorCount: 4 });
  Object.assign(ports, { settings: { url: () => 'file:///etc/passwd', key: () => undefined } });
  t.like(await look({}), { status: 'degraded', note: 'The file is outside of the directory for feeds.' });
  await server.stop();
});
