import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import test, { type ExecutionContext } from 'ava';
import { judgeZoneFile } from '../../../collector/domain/intelligence/zones/judge-zone-file.ts';
import { validateZoneFile } from '../../../collector/domain/intelligence/zones/validate-zone-file.ts';
import { readSubmitted } from '../../../collector/domain/traffic/ingest/read-submitted.ts';
import { HeavyWork } from '../../../collector/workers/heavy-work.ts';
import { BatchError } from '../../../shared/batch/batch-error.ts';
import { InvalidInput } from '../../../shared/errors.ts';
import { heavyUploads } from '../../support/loads/heavy-uploads.ts';
import { silentLog as log } from '../../support/silent-log.ts';

function start(t: ExecutionContext) {
  const work = new HeavyWork({ count: 1, log });
  t.teardown(() => work.stop());
  return work;
}

const patient = new AbortController().signal;

test('a zone file is validated in a thread as it is here', async (t) => {
  const work = start(t);
  const file = {
    text: '@ 60 IN SOA ns. admin. 1 2 3 4 5\n@ IN NS ns.\n',
    zone: 'example.',
    anchors: undefined,
  };
  t.deepEqual(await work.validate(file, patient), await validateZoneFile(file, Date));
  const judged = { ...file, now: 1_800_000_000 };
  t.deepEqual(await work.judge(judged, patient), judgeZoneFile(judged));
  const anchors = 'no anchor';
  await t.throwsAsync(work.validate({ ...file, anchors }, patient), { message: /It can't be read/ });
  const refused = await t.throwsAsync(validateZoneFile({ ...file, anchors }, Date), {
    instanceOf: InvalidInput,
  });
  t.like(await t.throwsAsync(work.validate({ ...file, anchors }, patient)), {
    code: refused.code,
    details: refused.details,
  });
});

test('queries are read in a thread as they are here', async (t) => {
  const work = start(t);
  const queries = heavyUploads(200_000).find(({ what }) => what === 'queries')!;
  const form = { contentType: queries.type, contentEncoding: 'gzip' };
  const here = await readSubmitted(Buffer.from(queries.packed), form);
  const there = await work.readSubmitted(Buffer.from(queries.packed), form, 'account 1');
  t.true(here.indices.length > 100);
  t.deepEqual(there, here);
  t.true(Buffer.isBuffer(there.body) && Buffer.isBuffer(there.digest));
  t.is(work.running, 1);
});

test('uploads that become too much are refused, and the collector and its threads live on', async (t) => {
  const work = start(t);
  for (const { what, type: contentType, packed } of heavyUploads()) {
    if (what === 'queries' || what === 'escapes') continue;
    const outcome = await work
      .readSubmitted(packed, { contentType, contentEncoding: 'gzip' }, 'account 1')
      .catch((error: unknown) => error);
    t.true(outcome instanceof BatchError, `${what}: ${JSON.stringify(outcome).slice(0, 100)}`);
  }
  const light = { contentType: 'application/json', contentEncoding: 'identity' };
  const { rejectedCount } = await work.readSubmitted(Buffer.from('{"queries":[]}'), light, 'account 1');
  t.is(rejectedCount, 0);
});

test.serial(
  'a thread for heavy work stands back where processors are taken, and no other thread does',
  async (t) => {
    const work = start(t);
    const mine = getPriority();
    const later = () => priorities().filter((priority) => priority === mine + 5).length;
    t.is(later(), 0);
    const text = '@ 60 IN SOA ns. admin. 1 2 3 4 5';
    await work.validate({ text, zone: 'example', anchors: undefined }, patient);
    t.is(later(), 1);
    t.is(getPriority(), mine);
  },
);

/** Of the threads of this process, one that just ended aside. */
function priorities(): (number | undefined)[] {
  return readdirSync('/proc/self/task').map((thread) => {
    try {
      return getPriority(Number(thread));
    } catch {
      return undefined;
    }
  });
}
