import test from 'ava';
import { createRowDetectors } from '../../../collector/domain/detection/create-detectors.ts';
import { detectorTitles } from '../../../collector/domain/detection/detector-titles.ts';
import { submittedRow } from '../../../collector/domain/traffic/ingest/submitted-row.ts';
import { endpoints } from '../../../collector/endpoints/index.ts';
import { checkTitles } from '../../../scanner/checks/check-titles.ts';
import { createChecks } from '../../../scanner/checks/create-checks.ts';
import { alerts, detect } from '../../support/detection/stored.ts';
import { FakeContents } from '../../support/fakes/content.ts';
import { startTestApi } from '../../support/http/http.ts';

const { courses, captures } = new FakeContents();

/** Every check that there can be. */
const allChecks = createChecks({
  roots: [],
  propagationResolvers: [],
  blocklists: ['list.example'],
  certificateSearch: 'https://search.example/{domain}',
  registrations: { find: () => Promise.reject(new Error('nobody is asked')) },
}).map(({ scanner }) => scanner.id);

test('every check and every detector has a title, and no other', (t) => {
  t.deepEqual(Object.keys(checkTitles).toSorted(), allChecks.toSorted());
  const detectors = ['indicator', ...createRowDetectors().map(({ name }) => name)];
  t.deepEqual(Object.keys(detectorTitles).toSorted(), detectors.toSorted());
});

test('there are ten lessons, and what their steps ask for exists', (t) => {
  const lessons = courses.current.items.flatMap((course) => course.lessons);
  t.is(lessons.length, 10);
  t.is(new Set(lessons.map(({ id }) => id)).size, 10);
  for (const { steps, capture, exercises, id } of lessons) {
    for (const { request } of steps.filter((step) => step.request !== null)) {
      const [, method, path] = /^(GET|POST|PUT|DELETE) (\/[^ ?]+)/.exec(request!) ?? [];
      t.true(
        endpoints.some((endpoint) => endpoint.method === method && fits(endpoint.path, path!)),
        `${id}: ${request}`,
      );
    }
    if (capture !== null)
      t.true(
        captures.current.items.some((one) => one.id === capture),
        capture,
      );
    for (const exercise of exercises) {
      if (exercise.kind === 'scanned') t.true(allChecks.includes(exercise.check), exercise.check);
    }
  }
});

function fits(template: string, path: string): boolean {
  const pattern = template.replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}

test('the captures hold what the lessons have one find, and nothing else raises a threat', (t) => {
  const raised = (id: string) => {
    const { rows } = captures.current.items.find((one) => one.id === id)!;
    const read = rows.map(({ at, ...row }) =>
      submittedRow({ ...row, timestamp: new Date(1_790_000_000_000 + at * 1_000).toISOString() }),
    );
    return alerts(detect(read.map((one) => ('row' in one ? one.row : (t.fail(one.message) as never)))));
  };
  t.deepEqual(
    raised('tunnel').filter((alert) => !alert.startsWith('dns_tunnel')),
    [],
  );
  t.true(raised('tunnel').includes('dns_tunnel high telemetry-sync.example'));
  t.deepEqual(
    raised('generated-names').map((alert) => alert.replace(/ (?:low|medium|high) /, ' ')),
    ['dga 10.20.0.31'],
  );
});

test('the answers about extended errors are what this program says of them', async (t) => {
  const api = await startTestApi(t);
  const decoded = async (code: number) =>
    (await api.send('POST', '/api/v2/ede/decode', { code })).body as { name: string };
  t.is((await decoded(6)).name, 'DNSSEC Bogus');
  t.is((await decoded(7)).name, 'Signature Expired');
  t.is((await decoded(8)).name, 'Signature Not Yet Valid');
});
