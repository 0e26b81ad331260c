import test, { type ExecutionContext } from 'ava';
import { createTrainingProgress } from '../../../../collector/storage/postgres/content/training-progress.ts';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { addSighting } from '../../../support/fakes/threats/sightings.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { startPeopleApi } from '../../../support/http/people-api.ts';

const courses = '/api/v2/training/courses';
const watching = `${courses}/watching-a-network`;

const place = {
  courseId: 'watching-a-network',
  lessonId: 'find-the-tunnel',
  exerciseId: 'client',
};

async function setUp(t: ExecutionContext) {
  const postgres = (await freshDatabase(t)).open();
  const trainingProgress = createTrainingProgress(postgres);
  return { ...(await startPeopleApi(t, postgres, { more: { trainingProgress } })), trainingProgress };
}

test('courses are listed, filtered, found by their text, paged and named by an entity tag', async (t) => {
  const api = await startTestApi(t);
  const all = await api.get(courses);
  t.like(all.body, { count: 3, limit: 50, offset: 0 });
  const ids = async (query: string) =>
    ((await api.get(`${courses}?${query}`)).body.courses as { id: string }[]).map(({ id }) => id);
  t.deepEqual(await ids('level=advanced'), ['watching-a-network']);
  t.deepEqual(await ids('topic=dnssec'), ['reading-the-dns']);
  t.deepEqual(await ids('q=tunnel'), ['watching-a-network']);
  t.deepEqual(await ids('q=alignment+reports'), ['mail-and-its-names']);
  t.deepEqual(await ids('q=xyzzy+of+it'), []);
  t.deepEqual(await ids('limit=1&offset=1'), ['reading-the-dns']);
  const tag = all.headers.get('etag')!;
  t.is((await api.request(courses, { headers: { 'if-none-match': tag } })).status, 304);
  const { courses: content } = api.world.contents;
  content.current = { ...content.current, items: content.current.items.slice(1) };
  t.is((await api.request(courses, { headers: { 'if-none-match': tag } })).status, 200);
});

test('a course shows its steps and exercises, and none of its answers', async (t) => {
  const api = await startTestApi(t);
  const { text, body } = await api.get(watching);
  t.is((body.lessons as object[]).length, 3);
  t.false(text.includes('telemetry-sync'));
  t.false(text.includes('explanation'));
  t.is((await api.get(`${courses}/nothing`)).status, 404);
});

test('answers are checked, and each person has progress of her own, as has the key', async (t) => {
  const { browser, register, trainingProgress } = await setUp(t);
  await register('ada@example.com');
  const ada = browser();
  await ada.signIn('ada@example.com');
  const answer = (exercise: string, text?: string, lesson = 'find-the-tunnel') =>
    ada.send('POST', `${watching}/answers`, {
      lesson_id: lesson,
      exercise_id: exercise,
      ...(text !== undefined && { answer: text }),
    });
  const wrong = await answer('domain', 'example.com');
  t.like(wrong.body, { correct: false, explanation: null });
  t.is(typeof wrong.body.hint, 'string');
  const right = await answer('domain', '  Telemetry-Sync.EXAMPLE. ');
  t.like(right.body, { correct: true, hint: null });
  t.like(right.body.progress as object, { course_id: 'watching-a-network', solved: 1 });
  t.is((await answer('domain', 'again wrong')).body.correct, false);
  t.is((await answer('domain')).status, 400);
  t.is((await answer('nothing', 'x')).status, 404);
  t.is((await answer('domain', 'x', 'nothing')).status, 404);

  const progress = async (who: { get(path: string): Promise<{ body: Record<string, unknown> }> }) =>
    (
      (await who.get('/api/v2/training/progress')).body.courses as {
        course_id: string;
        solved: number;
        lessons: { lesson_id: string; solved: { attempts: number }[] }[];
      }[]
    ).find(({ course_id }) => course_id === 'watching-a-network')!;
  const own = await progress(ada);
  t.is(own.solved, 1, 'what is solved stays so');
  t.is(own.lessons.find(({ lesson_id }) => lesson_id === 'find-the-tunnel')?.solved[0]?.attempts, 3);

  const { user } = (await ada.get('/api/auth/me')).body as { user: { id: number } };
  const learner = { accountId: user.id, personId: null };
  t.deepEqual(await trainingProgress.of(learner), [], 'whoever uses a key is somebody else');
  await trainingProgress.record(learner, place, false);
  t.like(await trainingProgress.of(learner, place.courseId), [{ attempts: 1, solvedAt: null }]);
  t.is((await trainingProgress.of({ accountId: 999_999, personId: null })).length, 0);
  t.is((await ada.send('DELETE', `${watching}/answers`)).body.forgotten, 1);
  t.is((await progress(ada)).solved, 0);
});

test('what an account has done is looked at, and that of others does not count', async (t) => {
  const api = await startTestApi(t);
  const { world } = api;
  const { account, key } = await world.addAccount('ada@example.com');
  const other = await world.addAccount('eve@example.com');
  const place = await world.addLocation(other.account.id, 'Elsewhere');
  await addSighting(world.threats, place.id, { type: 'dns_tunnel' });
  const check = async (lesson: string, exercise: string) =>
    (await api.send('POST', `${watching}/answers`, { lesson_id: lesson, exercise_id: exercise }, key)).body
      .correct;
  t.is(await check('first-location', 'location'), false);
  const { id } = await world.addLocation(account.id, 'Exercises');
  t.is(await check('first-location', 'location'), true);
  t.is(await check('first-location', 'queries'), false);
  await world.agents.identify({ locationId: id, uuid: 'json', software: '-', host: '-' });
  t.is(await check('first-location', 'queries'), true);
  t.is(await check('find-the-tunnel', 'found'), false);
  const threat = await addSighting(world.threats, id, { type: 'dns_tunnel' });
  t.is(await check('find-the-tunnel', 'found'), true);
  t.is(await check('names-that-nobody-chose', 'threat'), false);
  t.is(await check('find-the-tunnel', 'resolved'), false);
  await api.send('PUT', `/api/v1/dns-monitoring/threats/${threat.id}/resolve`, {}, key);
  t.is(await check('find-the-tunnel', 'resolved'), true);
  t.is(await check('find-the-tunnel', 'blocked'), false);
  const rule = { match: { kind: 'domain', name: 'telemetry-sync.example' }, action: { kind: 'block' } };
  await api.send('POST', '/api/v1/unbound/policy/rules', rule, key);
  t.is(await check('find-the-tunnel', 'blocked'), true);
});

test('a scan counts once it has the part that is asked for', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const check = (answer: string) =>
    api.send(
      'POST',
      `${courses}/mail-and-its-names/answers`,
      { lesson_id: 'spf-within-ten', exercise_id: 'own-domain', answer },
      key,
    );
  t.is((await check('example.com')).body.correct, false);
  t.is((await check('no domain at all')).status, 400);
  const part = { at: new Date().toISOString(), milliseconds: 1, result: null, findings: [], errors: [] };
  await api.world.scans.addScan('example.com', { parts: { dnssec: part } });
  t.is((await check('example.com')).body.correct, false);
  await api.world.scans.addScan('example.com', { parts: { spf: part } });
  t.is((await check('Example.COM')).body.correct, true);
});

test('a capture is of now, and is taken as it is by ingest', async (t) => {
  const api = await startTestApi(t);
  const { body, text } = await api.get('/api/v2/training/captures/tunnel');
  const times = (body.queries as { timestamp: string }[]).map(({ timestamp }) => Date.parse(timestamp));
  t.true(Math.max(...times) <= Date.now());
  t.true(Math.min(...times) > Date.now() - 600_000);
  const { account } = await api.world.addAccount('ada@example.com');
  const { key } = await api.world.addLocation(account.id, 'Exercises');
  const taken = await api.request('/api/v1/dns-monitoring/queries', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: text,
  });
  t.is(taken.status, 202, taken.text);
  t.is((await api.get('/api/v2/training/captures/nothing')).status, 404);
});
