import { createHash } from 'node:crypto';
import { crc32, inflateRawSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import {
  type WriteExportsPorts,
  writeExports,
} from '../../../../collector/domain/people/export/write-exports.ts';
import { flowLines } from '../../../../collector/domain/traffic/encrypted/flow-lines.ts';
import { createAccountAdministration } from '../../../../collector/storage/postgres/accounts/account-administration.ts';
import { createAccountData } from '../../../../collector/storage/postgres/accounts/export/account-data.ts';
import { createAccountExportStore } from '../../../../collector/storage/postgres/accounts/export/account-exports.ts';
import { createLocationStore } from '../../../../collector/storage/postgres/locations.ts';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { password, startPeopleApi } from '../../../support/http/people-api.ts';
import { sampleFlow } from '../../../support/ingest/uploads.ts';
import { createRecordingLog } from '../../../support/recording-log.ts';

const path = '/api/account/export';

/** Two owners who are signed in, and the job. */
async function setUp(t: ExecutionContext) {
  const postgres = (await freshDatabase(t)).open();
  const accountExports = createAccountExportStore(postgres);
  const more = {
    accountExports,
    accountAdministration: createAccountAdministration(postgres),
    locations: createLocationStore(postgres),
  };
  const people = await startPeopleApi(t, postgres, { more });
  const { world } = people.api;
  const owner = async (email: string) => {
    const { account } = await people.register(email);
    const browser = people.browser();
    await browser.signIn(email);
    return { account, browser };
  };
  const ada = await owner('ada@example.com');
  const eve = await owner('eve@example.com');
  const log = createRecordingLog();
  const ports: WriteExportsPorts = {
    accountExports,
    accountData: createAccountData(postgres),
    accountTraffic: {
      leftOut: [],
      passiveDns: (...asked) => world.stored.accountTraffic.passiveDns(...asked),
    },
    querySearch: world.stored.querySearch,
    encryptedFlows: world.stored.encryptedFlows,
    collectorId: 'one',
    clock: people.clock,
    log,
  };
  const write = (changed: Partial<WriteExportsPorts> = {}, signal = new AbortController().signal) =>
    writeExports({ ...ports, ...changed }, signal);
  const archive = async (cookie: string | undefined) => {
    const response = await fetch(`${people.api.url}${path}/archive`, {
      headers: { cookie: cookie ?? '', 'sec-fetch-site': 'same-origin' },
    });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  return { ...people, postgres, ada, eve, write, archive, world, log, ports, accountExports };
}

/** Reads an archive as APPNOTE.TXT has it: by the directory at its end. */
function unzip(t: ExecutionContext, archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22;
  t.is(archive.readUInt32LE(end), 0x0605_4b50);
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    t.is(archive.readUInt32LE(at), 0x0201_4b50);
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('latin1', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    t.is(archive.readUInt32LE(local), 0x0403_4b50);
    t.is(archive.toString('latin1', local + 30, local + 30 + nameLength), name);
    const begin = local + 30 + nameLength;
    const file = inflateRawSync(archive.subarray(begin, begin + archive.readUInt32LE(at + 20)));
    t.is(crc32(file), archive.readUInt32LE(at + 16));
    t.is(file.length, archive.readUInt32LE(at + 24));
    files.set(name, file);
    at += 46 + nameLength;
  }
  t.is(at, end);
  return files;
}

test('an owner exports all that the account has, and nothing of others or secret', async (t) => {
  const { ada, eve, postgres, write, archive, world, api, clock } = await setUp(t);
  const locations: number[] = [];
  const secrets: string[] = [];
  for (const { browser } of [ada, eve]) {
    const made = await browser.send('POST', '/api/v1/dns-monitoring/locations', {
      location_name: 'Bureau "Ü"',
    });
    locations.push(Number(made.body.location_id ?? made.body.id));
    const key = await browser.send('POST', '/api/account/api-keys', { label: 'report' });
    secrets.push(String(made.body.api_key), String(key.body.api_key));
  }
  const [own, other] = locations as [number, number];
  const records = [
    { section: 'answer' as const, name: 'www.own.example', type: 1, ttl: 60, data: '192.0.2.7' },
  ];
  world.stored.add(
    { locationId: own, queryName: 'www.own.example', records },
    { locationId: own, queryName: 'other.own.example' },
    { locationId: other, queryName: 'www.foreign.example' },
  );
  await postgres.query(
    `INSERT INTO threats (location_id, type, subject, severity, message, first_seen_at, last_seen_at, source, evidence, client_address, query_name, opened_by, count)
     SELECT id, 'tunnel', 'of ' || id, 'high', 'x', now(), now(), 'detection', '{"a": 1}', '192.0.2.9', 'www.own.example', gen_random_uuid(), 1 FROM locations`,
  );
  const at = (Date.now() - 60_000) * 1_000;
  const flow = sampleFlow({ started_at: at, last_seen_at: at + 1_000, client: '192.0.2.77' });
  await world.stored.ports.encryptedFlows.insert(flowLines([{ locationId: own, agentId: 3, flow }]));

  t.deepEqual((await ada.browser.get(path)).body, { export: null });
  const asked = await ada.browser.send('POST', path, {});
  t.is(asked.status, 202, asked.text);
  t.is(asked.body.status, 'queued');
  t.is((await ada.browser.send('POST', path, {})).body.code, 'conflict');
  t.is((await archive(ada.browser.cookie)).response.status, 409, 'it is not made yet');
  await write();
  const state = (await ada.browser.get(path)).body.export as Record<string, unknown>;
  t.like(state, { status: 'completed', progress: 1, requested_by: 'ada@example.com', queries: true });
  t.true(Date.parse(String(state.expires_at)) > Date.now() + 6 * 86_400_000);

  const { response, bytes } = await archive(ada.browser.cookie);
  t.is(response.status, 200, bytes.toString());
  t.is(response.headers.get('content-type'), 'application/zip');
  t.is(response.headers.get('content-length'), String(bytes.length));
  t.regex(response.headers.get('content-disposition')!, /sonde-account-\d+-\d{4}-\d\d-\d\d\.zip/);
  const files = unzip(t, bytes);
  const rowsOf = (table: string) =>
    [...files]
      .filter(([name]) => name.startsWith(`data/${table}.`))
      .flatMap(([, file]) => file.toString().trimEnd().split('\n'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  t.is(rowsOf('accounts')[0]!.email, 'ada@example.com');
  t.is(rowsOf('people')[0]!.email, 'ada@example.com');
  t.deepEqual(
    rowsOf('locations').map(({ id, name }) => [id, name]),
    [[own, 'Bureau "Ü"']],
  );
  t.like(rowsOf('threats')[0], { subject: `of ${own}`, evidence: { a: 1 } });
  t.deepEqual(
    rowsOf('queries')
      .map(({ query_name }) => query_name)
      .toSorted(),
    ['other.own.example', 'www.own.example'],
  );
  t.like(rowsOf('passive_dns')[0], { location_id: own, name: 'www.own.example', type: 1, data: '192.0.2.7' });
  t.deepEqual(
    rowsOf('encrypted_flows').map(({ client_ip }) => client_ip),
    ['192.0.2.77'],
  );
  t.is(rowsOf('api_keys').length, 2);
  t.true(rowsOf('audit_entries').some(({ action }) => action === 'account_export_requested'));

  // The manifest names every file, and what is left out; whoever has the archive can check it.
  const manifest = JSON.parse(files.get('manifest.json')!.toString()) as {
    tables: { name: string; rows: number; complete: boolean }[];
    files: { path: string; rows: number; sha256: string }[];
    left_out: { name: string; reason: string }[];
  };
  t.deepEqual(
    manifest.files.map(({ path: name }) => name),
    [...files.keys()].filter((name) => name.startsWith('data/')),
  );
  t.true(manifest.tables.every(({ complete }) => complete));
  t.is(manifest.tables.find(({ name }) => name === 'queries')!.rows, 2);
  t.true(manifest.left_out.some(({ name, reason }) => name === 'people.password_hash' && reason !== ''));
  const sums = files.get('SHA256SUMS')!.toString().trimEnd().split('\n');
  t.is(sums.length, files.size - 1);
  for (const line of sums) {
    const [sum, name] = line.split('  ');
    t.is(createHash('sha256').update(files.get(name!)!).digest('hex'), sum!);
  }

  const everything = Buffer.concat([...files.values()]).toString();
  for (const secret of secrets) t.false(everything.includes(secret));
  t.false(everything.includes('eve@example.com'));
  t.false(everything.includes('foreign.example'));
  t.false(everything.includes('$argon2'));
  const hashes = await postgres.query<{ hash: string }>("SELECT encode(hash, 'hex') AS hash FROM api_keys");
  for (const { hash } of hashes) t.false(everything.includes(hash));

  // Others have no part in it, nor has a key or who has not given his password of late.
  t.deepEqual((await eve.browser.get(path)).body, { export: null });
  t.is((await archive(eve.browser.cookie)).response.status, 404);
  t.is((await api.get(path, secrets[1]!)).body.code, 'session_required');
  clock.ahead += 11 * 60_000;
  t.is((await archive(ada.browser.cookie)).response.status, 403);
  t.is((await ada.browser.send('POST', path, {})).body.code, 'confirmation_required');
  await ada.browser.send('POST', '/api/auth/session/confirm', { password });

  t.is((await ada.browser.send('DELETE', path)).status, 200);
  t.is((await ada.browser.send('DELETE', path)).status, 404);
  t.is((await postgres.query('SELECT FROM account_export_parts')).length, 0);
  const acts = await postgres.query<{ action: string }>(
    "SELECT action FROM audit_entries WHERE action LIKE 'account_export%' ORDER BY id",
  );
  t.deepEqual(
    acts.map(({ action }) => action),
    ['account_export_requested', 'account_export_downloaded', 'account_export_deleted'],
  );
});

test('an export goes on after its writer died, ends when it is deleted, and is gone in its time', async (t) => {
  const { ada, postgres, write, log, accountExports, ports } = await setUp(t);
  const request = async () => {
    const asked = await ada.browser.send('POST', path, { queries: false });
    t.is(asked.status, 202, asked.text);
    return String(asked.body.export_id);
  };
  const state = async () =>
    ((await ada.browser.get(path)).body.export ?? {}) as { status?: string; error?: string };
  const lapse = () => postgres.query("UPDATE account_exports SET held_until = now() - interval '1 second'");

  // The collector is stopped in the middle; what it wrote is written anew, once.
  const id = await request();
  const stopping = new AbortController();
  const stopped: WriteExportsPorts['accountData'] = {
    ...ports.accountData,
    read: async (table, accountId, take) => {
      if (table === 'locations') stopping.abort();
      await ports.accountData.read(table, accountId, take);
      stopping.signal.throwIfAborted();
    },
  };
  await write({ accountData: stopped }, stopping.signal);
  t.is((await state()).status, 'running');
  t.true((await accountExports.parts(id)).length > 0);
  await write({ collectorId: 'two' });
  t.is((await state()).status, 'running', 'nobody else takes it before its lease is over');
  await lapse();
  await write({ collectorId: 'two' });
  t.is((await state()).status, 'completed');
  const names = (await accountExports.parts(id)).map(({ path: name }) => name);
  t.is(new Set(names).size, names.length);
  t.false(names.some((name) => name.startsWith('data/queries')));

  // It is deleted while it is written.
  await request();
  const deleted: WriteExportsPorts['accountData'] = {
    ...ports.accountData,
    read: async (table, accountId, take) => {
      if (table === 'people') t.is((await ada.browser.send('DELETE', path)).status, 200);
      await ports.accountData.read(table, accountId, take);
    },
  };
  await write({ accountData: deleted });
  t.deepEqual(await state(), {});
  t.is((await postgres.query('SELECT FROM account_export_parts')).length, 0);
  t.deepEqual(log.lines, []);

  // A fault of ours is said, and leaves nothing behind.
  await request();
  const broken = { ...ports.accountData, read: () => Promise.reject(new Error('a fault')) };
  await write({ accountData: broken });
  t.like(await state(), {
    status: 'failed',
    error: 'The export failed by a fault of ours; the log says more.',
  });
  t.is(log.lines.length, 1);

  // One that kills its collectors is given up.
  await request();
  for (let attempt = 0; attempt < 4; attempt++) {
    await accountExports.claim('one', 60, 3);
    await lapse();
  }
  t.is((await state()).status, 'failed');

  await request();
  await write();
  t.is((await state()).status, 'completed');
  await postgres.query("UPDATE account_exports SET expires_at = now() - interval '1 second'");
  t.deepEqual(await state(), {});
  await write();
  t.is((await postgres.query('SELECT FROM account_exports')).length, 0);
});

test('an archive that is full says which tables lack rows', async (t) => {
  const { ada, postgres, write, archive } = await setUp(t);
  await ada.browser.send('POST', path, { queries: false });
  await postgres.query(
    `INSERT INTO saved_views (account_id, page, name, query)
     SELECT id, 'queries', 'view ' || n, repeat(md5(n::text), 10) FROM accounts, generate_series(1, 3000) AS n
     WHERE email = 'ada@example.com'`,
  );
  await write({ limits: { bytes: 20_000, files: 100, fileCharacters: 50_000 } });
  const files = unzip(t, (await archive(ada.browser.cookie)).bytes);
  const { tables } = JSON.parse(files.get('manifest.json')!.toString()) as {
    tables: { name: string; rows: number; complete: boolean }[];
  };
  t.true(tables.find(({ name }) => name === 'accounts')!.complete);
  t.like(
    tables.find(({ name }) => name === 'locations'),
    { complete: true, rows: 0 },
  );
  t.false(tables.find(({ name }) => name === 'saved_views')!.complete);
  t.regex(files.get('README.txt')!.toString(), /lack rows: saved_views/);
});
