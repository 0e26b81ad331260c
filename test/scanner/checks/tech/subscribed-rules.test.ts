import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { createLoadedPageReader, summariseRules } from '../../../../scanner/checks/tech/load-rules.ts';
import { rulesFile, SubscribedRules } from '../../../../scanner/checks/tech/subscribed-rules.ts';
import { AddressPolicy } from '../../../../scanner/network/address-policy.ts';
import { createGuardedFetch } from '../../../../scanner/network/guarded-fetch.ts';
import { createSystemResolver } from '../../../../scanner/network/system-resolver.ts';
import { systemClock as clock } from '../../../../shared/system/system.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const signal = new AbortController().signal;
const rulesOf = (...names: string[]) =>
  JSON.stringify(Object.fromEntries(names.map((name) => [name, { cats: [1], headers: { 'x-made': name } }])));
const good = rulesOf('Made one', 'Made two', 'Made three');
const sending =
  (text: string): Answer =>
  (_request, response) =>
    response.end(text);

/** A publisher whose answer the test sets, and somebody who follows it. */
async function follow(
  t: ExecutionContext,
  networks: readonly string[] = ['127.0.0.0/8'],
  files: readonly string[] = [],
) {
  const folder = await temporaryDirectory(t);
  let answer: Answer = sending(good);
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const subscription = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/r.json`,
    kind: 'rules',
  } as const;
  const guarded = createGuardedFetch({
    resolver: createSystemResolver(),
    policy: new AddressPolicy(networks),
    userAgent: 'test',
  });
  let reloads = 0;
  let milliseconds = 60_000;
  let later = 0;
  const make = () =>
    new SubscribedRules({
      subscriptions: [subscription],
      folder,
      fetch: (url, options) => guarded(url, { ...options, milliseconds }),
      clock: { now: () => clock.now() + later },
      userAgent: 'test',
      files: { rules: files },
      summarise: summariseRules,
      reload: async () => {
        reloads++;
      },
    });
  const file = rulesFile(folder, subscription);
  const rules = make();
  return {
    folder,
    file,
    rules,
    /** Half a day later. */
    look: () => {
      later += 13 * 3_600_000;
      return rules.refreshDue(signal);
    },
    make,
    reloads: () => reloads,
    say: (next: Answer) => {
      answer = next;
    },
    pass: (minutes: number) => {
      later += minutes * 60_000;
    },
    hurry: () => {
      milliseconds = 500;
    },
  };
}

test('rules are fetched, kept and used, and an unchanged document is not taken again', async (t) => {
  const { look, file, say, reloads } = await follow(t);
  const asked: (string | undefined)[] = [];
  say((request, response) => {
    asked.push(request.headers['if-none-match']);
    response.setHeader('etag', '"one"');
    if (request.headers['if-none-match'] === '"one"') response.writeHead(304).end();
    else response.end(good);
  });
  t.like((await look())[0], { state: 'taken', entries: 3 });
  t.like((await look())[0], { state: 'unchanged', entries: 3 });
  t.deepEqual(asked, [undefined, '"one"']);
  t.is(reloads(), 1);
  t.is(await readFile(file, 'utf8'), good);
  const missing = `${file}.none`;
  const reader = await createLoadedPageReader({
    rules: [],
    subscribed: { rules: [file, missing], vulnerabilities: [] },
  });
  const { technologies } = await reader.detect(
    {
      url: null,
      headers: { 'x-made': 'Made two' },
      setCookies: [],
      html: '',
      dns: {},
      icons: [],
      certificateIssuer: null,
    },
    signal,
  );
  t.deepEqual(
    technologies.map(({ name }) => name),
    ['Made two'],
  );
});

test("the operator's own files are told of once, with the rules of them that are left out", async (t) => {
  const folder = await temporaryDirectory(t);
  const own = `${folder}/own.json`;
  const none = `${folder}/none.json`;
  const looking = { cats: [1], headers: { 'x-own': 'a(?=b)' } };
  await writeFile(own, JSON.stringify({ Own: { cats: [1], headers: { 'x-own': '' } }, Looking: looking }));
  await writeFile(none, '{');
  const { rules } = await follow(t, undefined, [own, none]);
  const [taken, failed, ...others] = await rules.readFiles();
  t.like(taken, { url: own, kind: 'rules', state: 'taken', entries: 2, unseen: 1 });
  t.is(taken!.problems?.length, 1);
  t.regex(taken!.problems![0]!, /Looking/);
  t.like(failed, { url: none, state: 'failed', entries: null });
  t.regex(failed!.reason!, /is no JSON/);
  t.deepEqual(others, []);
  t.deepEqual(await rules.readFiles(), [], 'the log is not filled with them');
});

const bad: readonly (readonly [string, Answer])[] = [
  [
    'cut short',
    (_request, response) => {
      response.writeHead(200, { 'content-length': '5000' });
      response.write(good.slice(0, 40), () => response.destroy());
    },
  ],
  ['half of a document', sending(good.slice(0, -20))],
  ['no JSON', sending('<!DOCTYPE html><title>Sign in</title>')],
  ['JSON of something else', sending('{"a": [1, 2]}')],
  ['nested deep', sending('['.repeat(200_000))],
  ['much smaller', sending(rulesOf('Made one'))],
  ['an error', (_request, response) => response.writeHead(500).end('no')],
  ['never answered', () => undefined],
  [
    'too large',
    (_request, response) => {
      const piece = Buffer.alloc(1024 * 1024, 0x20);
      response.on('error', () => undefined);
      const send = () => {
        while (!response.destroyed && response.write(piece));
        if (!response.destroyed) response.once('drain', send);
      };
      send();
    },
  ],
  [
    'sent elsewhere',
    (_request, response) => response.writeHead(302, { location: 'http://10.255.255.1/' }).end(),
  ],
];

for (const [what, answer] of bad) {
  test(`a document that is bad leaves the last good one: ${what}`, async (t) => {
    const { look, folder, file, say, reloads, make, hurry } = await follow(t);
    t.is((await look())[0]!.state, 'taken');
    say(answer);
    if (what === 'never answered') hurry();
    const [outcome] = await look();
    t.like(outcome, { state: 'failed', entries: 3 });
    t.truthy(outcome!.reason);
    t.is(reloads(), 1);
    t.is(await readFile(file, 'utf8'), good);
    t.is((await readdir(folder)).length, 1, 'what came is not left lying');
    // After a start the known document counts as well.
    const [again] = await make().refreshDue(signal);
    t.is(again!.state, 'failed');
    t.is(await readFile(file, 'utf8'), good);
  });
}

test('an address that failed is asked again soon, then less and less often, and one that answered after half a day', async (t) => {
  const { rules, say, pass } = await follow(t);
  const looks = async () => (await rules.refreshDue(signal)).map(({ state }) => state);
  say((_request, response) => response.writeHead(503).end());
  t.deepEqual(await looks(), ['failed']);
  t.deepEqual(await looks(), []);
  pass(15);
  t.deepEqual(await looks(), ['failed']);
  pass(15);
  t.deepEqual(await looks(), []);
  pass(15);
  say(sending(good));
  t.deepEqual(await looks(), ['taken']);
  pass(11 * 60);
  t.deepEqual(await looks(), []);
  pass(60);
  t.is((await looks()).length, 1);
});

test('an address of the own network is not asked unless it is allowed', async (t) => {
  const { look, folder } = await follow(t, []);
  t.like((await look())[0], { state: 'failed', entries: null });
  t.deepEqual(await readdir(folder), []);
});
