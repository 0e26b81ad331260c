import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { PageWork } from '../../../collector/workers/page-work.ts';
import { createTestMeter } from '../../support/meter.ts';
import { silentLog } from '../../support/silent-log.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const evidence = {
  url: 'https://www.example/',
  headers: { server: 'nginx/1.25.4' },
  setCookies: [],
  html: '<title>A</title><script src="/own-widget-2.4.js"></script>',
  dns: {},
  icons: [],
  certificateIssuer: null,
};

test('pages are read in a thread, by our rules and those of the operator', async (t) => {
  const rules = join(await temporaryDirectory(t), 'rules.json');
  const own = {
    cats: [7],
    scriptSrc: 'own-widget-([\\d.]+)\\.js\\;version:\\1',
    implies: 'PHP\\;confidence:50',
  };
  const categories = { 7: { name: 'Widgets' } };
  await writeFile(rules, JSON.stringify({ technologies: { 'Own widget': own }, categories }));
  const work = new PageWork({
    count: 1,
    log: silentLog,
    meter: createTestMeter(),
    files: { rules: [rules] },
  });
  t.teardown(() => work.stop());
  const { signal } = new AbortController();
  const { technologies, partial } = await work.detect(evidence, signal);
  t.false(partial);
  t.deepEqual(
    technologies.map(({ name, category, version, confidence }) => [name, category, version, confidence]),
    [
      ['PHP', 'Programming languages', null, 50],
      ['nginx', 'Web servers', '1.25.4', 95],
      ['Own widget', 'Widgets', '2.4', 100],
    ],
  );
  t.is((await work.read(evidence.html, signal)).title, 'A');
  t.is(work.running, 1);
  const aborted = AbortSignal.abort(new Error('gone'));
  await t.throwsAsync(work.read(evidence.html, aborted), { message: 'gone' });
});

test('where the rules can not be read pages are told as read in part', async (t) => {
  const files = { rules: ['/nonexistent/rules.json'] };
  const work = new PageWork({ count: 1, log: silentLog, meter: createTestMeter(), files });
  t.teardown(() => work.stop());
  const { technologies, partial } = await work.detect(evidence, new AbortController().signal);
  t.deepEqual(technologies, []);
  t.true(partial);
});

test('rules that a subscription brings are read anew, and those that are none are refused', async (t) => {
  const folder = await temporaryDirectory(t);
  const rules = join(folder, 'rules.json');
  const files = { rules: [], subscribed: { rules: [rules], vulnerabilities: [] } };
  const work = new PageWork({ count: 1, log: silentLog, meter: createTestMeter(), files });
  t.teardown(() => work.stop());
  const { signal } = new AbortController();
  const seen = async () =>
    (await work.detect(evidence, signal)).technologies.map(({ name }) => name).toSorted();
  t.deepEqual(await seen(), ['nginx']);
  await writeFile(rules, JSON.stringify({ 'Own widget': { cats: [1], scriptSrc: 'own-widget-' } }));
  t.like(await work.summariseRules(rules, 'rules'), { entries: 1, problems: [] });
  await work.reload();
  t.deepEqual(await seen(), ['Own widget', 'nginx']);
  await writeFile(rules, '{');
  await t.throwsAsync(work.summariseRules(rules, 'rules'), { message: /is no JSON/ });
  await t.throwsAsync(work.reload());
  t.deepEqual(await seen(), ['Own widget', 'nginx'], 'those that are known stay');
});
