import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { gatherThreats } from '../../collector/domain/detection/cases/gather-threats.ts';
import { healthRoutes } from '../../collector/http/system/health-routes.ts';
import { allIndicators } from '../support/detection/loaded-indicators.ts';
import { addSighting } from '../support/fakes/threats/sightings.ts';
import { startTestApi } from '../support/http/http.ts';
import { runSonde } from '../support/run-sonde.ts';
import { silentLog } from '../support/silent-log.ts';

async function operator(t: ExecutionContext, options: { administrator?: boolean } = {}) {
  const api = await startTestApi(t, { parts: { systemRoutes: healthRoutes([], silentLog) } });
  const { account, key } = await api.world.addAccount('ada@example.com', options);
  const run = (...args: string[]) => runSonde([...args, '--url', api.url], { SONDE_KEY: key });
  return { api, account, run };
}

test.serial('threats are listed, shown, resolved and reopened', async (t) => {
  const { api, account, run } = await operator(t);
  t.is((await run('threats')).stdout, 'There are no open threats.\n');
  const location = await api.world.addLocation(account.id, 'Office');
  const { id } = await addSighting(api.world.threats, location.id);

  const table = (await run('threats', 'list', '--severity', 'high')).stdout;
  t.regex(
    table,
    /^id +severity +threat +subject .*\n\d+ +high +malicious_domain +bad\.example +1 +192\.0\.2\.7 /,
  );
  t.false(table.includes('\u001b'), 'no styles in a pipe');
  t.like(JSON.parse((await run('threats', 'list', '--json')).stdout), { count: 1, threats: [{ id }] });
  t.regex((await run('threats', 'show', String(id))).stdout, /^subject +bad\.example$/m);
  t.is(
    (await run('threats', 'resolve', String(id), '--note', 'cleaned')).stdout,
    `Threat ${id} (bad.example) is resolved.\n`,
  );
  t.is((await run('threats')).stdout, 'There are no open threats.\n');
  t.is((await run('threats', 'reopen', String(id))).stdout, `Threat ${id} (bad.example) is open.\n`);
  t.is((await run('threats', '--cases')).stdout, 'There are no open cases.\n');
  await api.world.cases.gather(gatherThreats);
  t.regex(
    (await run('threats', '--cases')).stdout,
    /^1 +high +bad\.example at 192\.0\.2\.7: malicious domain/m,
  );
  const told = (await run('threats', 'case', '1')).stdout;
  t.regex(told, /^2026-03-14 09:26:53 {2}192\.0\.2\.7 asked for www\.bad\.example/m);
  t.regex(told, /^What to do next:\n- /m);
  t.like(JSON.parse((await run('threats', 'case', '1', '--json')).stdout), { id: 1, items: [{ id }] });
  t.is(
    (await run('threats', 'resolve', '--case', '1', '--note', 'cleaned')).stdout,
    'Case 1 (bad.example at 192.0.2.7: malicious domain) is resolved.\n',
  );
  await run('threats', 'reopen', String(id));
  const absent = await run('threats', 'show', '9999');
  t.is(absent.exitCode, 1);
  t.regex(absent.stderr, /^The collector answered 404: /);
});

test.serial('names and networks are blocked and allowed, listed, and the rules taken back', async (t) => {
  const { api, account, run } = await operator(t);
  await api.world.addResolver(account.id);
  t.is((await run('block')).stdout, 'There are no block rules.\n');
  t.regex(
    (await run('block', 'Malware.Example', '198.51.100.0/24', '--answer', 'nodata')).stdout,
    /^Rule \d+: block malware\.example\.\nRule \d+: block answers in 198\.51\.100\.0\/24\.\n$/,
  );
  t.is((await run('block', 'exact.example', '--exact', '--note', 'asked for')).exitCode, 0);
  t.regex((await run('allow', 'partner.example')).stdout, /^Rule \d+: allow partner\.example\.\n$/);
  const { rules } = JSON.parse((await run('block', '--json')).stdout);
  t.like(
    rules.map(({ match, action }: { match: object; action: object }) => ({ match, action })),
    [
      { match: { kind: 'domain', name: 'malware.example' }, action: { kind: 'block', answer: 'nodata' } },
      { match: { kind: 'response' }, action: { kind: 'block', answer: 'nodata' } },
      { match: { kind: 'name', name: 'exact.example' }, action: { kind: 'block', answer: 'nxdomain' } },
    ],
  );
  t.regex((await run('allow')).stdout, /partner\.example +all/);
  t.regex(
    (await run('block', 'malware.example', '--remove')).stdout,
    /^Rule \d+ is removed: block malware\.example\.\n$/,
  );
  const again = await run('block', 'malware.example', '--remove');
  t.is(again.exitCode, 1);
  t.is(again.stderr, 'There is no rule: block malware.example.\n');
  t.is((await run('block', 'not a name')).exitCode, 64);
  t.is((await run('block', '--remove')).exitCode, 64);
});

test.serial('status and doctor say how a collector stands, with a key and without', async (t) => {
  const { api, run } = await operator(t);
  const status = (await run('status')).stdout;
  t.true(status.startsWith(`The collector at ${api.url} is ready`), status);
  t.regex(status, /^Last 24 hours: \d+ queries, /m);
  t.regex((await runSonde(['status', '--url', api.url])).stdout, /Set SONDE_KEY/);
  const doctor = await run('doctor', '--json');
  const { findings } = JSON.parse(doctor.stdout) as { findings: { check: string; state: string }[] };
  const states = Object.fromEntries(findings.map(({ check, state }) => [check, state]));
  t.like(states, { node: 'well', collector: 'well', clock: 'well', key: 'well', sensors: 'odd' });
  t.is(doctor.exitCode, 0);
  const away = await runSonde(['doctor', '--url', 'http://127.0.0.1:1']);
  t.is(away.exitCode, 2);
  t.regex(away.stdout, /^WRONG collector: http:\/\/127\.0\.0\.1:1 can't be reached: /m);
  const wrong = await runSonde(['doctor', '--url', api.url], { SONDE_KEY: 'sonde_acc_of-nobody-at-all' });
  t.is(wrong.exitCode, 2);
  t.regex(wrong.stdout, /^WRONG key: The collector answered 401: /m);
});

test.serial('queries are searched, and the filter is what the flags say', async (t) => {
  const { api, run } = await operator(t);
  t.is(
    (await run('queries', '--suffix', 'example.com', '--period', '7d')).stdout,
    'No stored query matches.\n',
  );
  t.is((await run('queries', '--period', 'soon')).exitCode, 1);
  t.is((await run('queries', '--all', '--json')).stdout, '');
  t.is((await run('queries', '--limit', 'many')).exitCode, 64);
  t.is(api.faults.length, 0);
});

test.serial('feeds and canaries are listed', async (t) => {
  const { run } = await operator(t);
  t.regex((await run('feeds')).stdout, /^feed +kind +state +indicators +last checked +note\n.*disabled/);
  t.is((await run('feeds', 'list', '--enabled')).stdout, 'There are no feeds.\n');
  t.is((await run('feeds', 'value', '--days', 'x')).exitCode, 64);
  t.is((await run('canary')).stdout, 'No canary was sent.\n');
});

test.serial('feeds are switched, judged, given keys and refreshed', async (t) => {
  const { api, run } = await operator(t, { administrator: true });
  t.is(
    (await run('feeds', 'enable', 'urlhaus')).stdout,
    'urlhaus is enabled. Licence: CC0; abuse.ch asks for fair use.\n',
  );
  const all = JSON.parse((await run('feeds', 'enable', '--default', '--json')).stdout);
  t.is(all.feeds.length, 10);
  t.true(all.feeds.every((feed: { is_enabled: boolean }) => feed.is_enabled));
  t.regex((await run('feeds', 'disable', '--all')).stdout, /^(?:[a-z0-9-]+ is disabled\.\n){10}$/);
  t.is((await run('feeds', 'enable', 'no-such')).exitCode, 64);
  t.is((await run('feeds', 'enable')).stderr, 'Name at least one feed, or use --default.\n');
  t.is(
    (await run('feeds', 'judge', 'urlhaus', '--weight', '0.5', '--severity', 'low')).stdout,
    'urlhaus: weight 0.5, severity low, threat type malware.\n',
  );
  t.is((await run('feeds', 'judge', 'urlhaus', '--weight', 'much')).exitCode, 64);
  t.is((await run('feeds', 'reset', 'urlhaus')).stdout, 'urlhaus is disabled, as in the settings.\n');
  const folder = await mkdtemp(join(tmpdir(), 'sonde-cli-'));
  t.teardown(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'key'), 's3cret\n');
  const key = await run('feeds', 'key', 'urlhaus', '--key-from', join(folder, 'key'));
  t.is(key.stdout, 'The key "abuse_ch_key" is set.\n');
  t.is(api.world.feedsInForce.key('abuse_ch_key'), 's3cret');
  t.is((await run('feeds', 'key', 'urlhaus', '--remove')).stdout, 'The key "abuse_ch_key" is deleted.\n');
  t.is((await run('feeds', 'refresh', 'urlhaus')).exitCode, 1, 'it is off');
  await run('feeds', 'enable', 'urlhaus');
  t.is(
    (await run('feeds', 'refresh', 'urlhaus', '--no-wait')).stdout,
    'urlhaus is not fetched yet. sonde feeds shows the state.\n',
  );
  t.is((await run('datasets', 'enable', 'ris-ipv4')).exitCode, 0);
  t.is(
    (await run('datasets', 'refresh', 'ris-ipv4', '--no-wait')).stdout,
    'ris-ipv4 is not fetched yet. sonde datasets shows the state.\n',
  );
  t.is((await run('datasets', 'refresh', 'ris-ipv4', '--no-wait')).exitCode, 1, 'once a minute');
  t.is((await run('datasets', 'disable', 'ris-ipv4')).stdout, 'ris-ipv4 is disabled.\n');
});

test.serial('lists of indicators are imported, listed and removed', async (t) => {
  const { api, run } = await operator(t, { administrator: true });
  const folder = await mkdtemp(join(tmpdir(), 'sonde-cli-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const file = join(folder, 'blocklist.txt');
  await writeFile(file, 'bad.example\n192.0.2.1\n');
  const imported = await run('indicators', 'import', file, '--severity', 'critical');
  t.is(imported.stdout, '1 indicators from blocklist, 1 entries rejected.\n');
  t.is(imported.stderr, `${file}:2: is no domain name\n`);
  t.like((await allIndicators(api.world.indicators)).indicators[0], {
    name: 'bad.example',
    severity: 'critical',
  });
  await writeFile(join(folder, 'more.json'), '["worse.example"]');
  t.is(
    (await run('indicators', 'import', join(folder, 'more.json'))).stdout,
    '1 indicators from more, 0 entries rejected.\n',
  );
  t.regex((await run('indicators', 'list')).stdout, /^blocklist +1 +\d{4}-/m);
  t.deepEqual(JSON.parse((await run('indicators', 'remove', 'blocklist', '--json')).stdout), {
    source: 'blocklist',
    removed: 1,
  });
  const again = await run('indicators', 'remove', 'blocklist');
  t.is(again.exitCode, 1);
  t.is(again.stderr, 'The collector answered 404: There is no such source of indicators.\n');
});
