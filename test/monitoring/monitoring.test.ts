import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { parse } from 'yaml';
import { ClickHouse } from '../../collector/storage/clickhouse/clickhouse.ts';
import { migrate } from '../../collector/storage/clickhouse/migrations/migrate.ts';
import { createClickHouseStores } from '../../collector/storage/clickhouse/stores.ts';
import { boards } from '../../scripts/boards/boards.ts';
import { renderBoard } from '../../scripts/boards/render-board.ts';
import { rootDirectory } from '../../scripts/check/package-program.ts';
import { startTestClickHouse } from '../support/engines/clickhouse.ts';
import { makeRow, writeRows } from '../support/engines/clickhouse-rows.ts';
import { silentLog } from '../support/silent-log.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const rulesFile = join(rootDirectory, 'deploy', 'monitoring', 'sonde.rules.yml');
const { groups } = parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const prometheusQueries = boards
  .filter(({ source }) => source === 'prometheus')
  .flatMap(({ panels }) => panels.flatMap(({ queries }) => queries.map(({ text }) => text)));

test('alarms are silent about a collector that is well, and each speaks of its fault', (t) => {
  t.notThrows(() => execFileSync('promtool', ['check', 'rules', rulesFile], { stdio: 'pipe' }));
  const cases = join(import.meta.dirname, 'sonde.rules.test.yml');
  t.notThrows(() => execFileSync('promtool', ['test', 'rules', cases], { stdio: 'pipe' }));
  const text = readFileSync(cases, 'utf8');
  t.deepEqual(
    rules.map(({ alert }) => alert).filter((alert) => !text.includes(`119m, alertname: ${alert} }`)),
    [],
    'each alarm is among those that a collector which is well does not raise',
  );
  t.true(text.includes(`value: ${rules.length} }`), 'each alarm is among those that are raised');
});

test('each alarm has its part of the page', (t) => {
  const page = readFileSync(join(rootDirectory, 'docs', 'monitoring.md'), 'utf8');
  for (const { alert, annotations } of rules) {
    t.true(page.includes(`\n### ${alert}\n`), alert);
    t.is(annotations.runbook, `docs/monitoring.md#${alert.toLowerCase()}`);
  }
});

test('the metrics of alarms and boards are those of the collector', async (t) => {
  const sources = globSync('collector/**/*.ts', { cwd: rootDirectory })
    .map((file) => readFileSync(join(rootDirectory, file), 'utf8'))
    .join('\n');
  const expressions = [...rules.map(({ expr }) => expr), ...prometheusQueries];
  const names = new Set(expressions.flatMap((text) => text.match(/\bsonde_\w+/g) ?? []));
  t.true(names.size > 20);
  t.deepEqual(
    [...names].filter((name) => !sources.includes(`'${name.replace(/_(?:bucket|count)$/, '')}'`)),
    [],
  );
  // promtool reads the queries of boards as it reads rules.
  const file = join(await temporaryDirectory(t), 'boards.yml');
  const recorded = prometheusQueries.map((expr, index) => ({ record: `board:${index}`, expr }));
  await writeFile(file, JSON.stringify({ groups: [{ name: 'boards', rules: recorded }] }));
  t.notThrows(() => execFileSync('promtool', ['check', 'rules', file], { stdio: 'pipe' }));
});

test('each query of the board of traffic answers on the real schema', async (t) => {
  const engine = await startTestClickHouse();
  const clickhouse = new ClickHouse({ socketPath: engine.engine.socketPath });
  t.teardown(async () => {
    await clickhouse.close();
    await engine.dispose();
  });
  await migrate({ clickhouse, log: silentLog });
  const now = Math.floor(Date.now() / 60_000) * 60_000_000;
  const rows = [
    makeRow({ observedAt: now, queryName: 'www.example.com', clientAddress: '192.0.2.1', latency: 2_000 }),
    makeRow({ observedAt: now, queryName: 'www.example.com', clientAddress: '192.0.2.2', latency: 4_000 }),
    makeRow({ observedAt: now, queryName: 'gone.example.com', clientAddress: '192.0.2.1', responseCode: 3 }),
  ];
  const file = await writeRows(engine.directory, rows, { locationId: 1, agentId: 1 });
  await createClickHouseStores(clickhouse).rows.insertFile(file, file);
  const answers = new Map<string, unknown[]>();
  const board = boards.find(({ id }) => id === 'sonde-traffic')!;
  for (const { title, form, queries } of board.panels) {
    for (const { text } of queries) answers.set(`${title} ${form}`, await clickhouse.query(expand(text)));
  }
  t.deepEqual(answers.get('Queries number'), [{ queries: 3 }]);
  t.like(answers.get('NXDOMAIN responses number')?.[0], { share: 1 / 3 });
  t.like(answers.get('Top names table'), {
    0: { name: 'www.example.com', queries: 2 },
    1: { name: 'gone.example.com', queries: 1 },
  });
  t.like(answers.get('Top clients table')?.[0], { client: '192.0.2.1', queries: 2 });
  t.deepEqual(answers.get('Top failing names table'), [{ name: 'gone.example.com', code: '3', queries: 1 }]);
  for (const [panel, found] of answers) t.true(found.length > 0, panel);
  const [curve] = answers.get('Latency lines') as { time: string; median: number; p99: number }[];
  t.true(curve!.median > 0.0019 && curve!.p99 < 0.1);
});

test('boards are laid out in 24 columns, each panel with what it means', (t) => {
  for (const board of boards) {
    const { uid, panels } = JSON.parse(renderBoard(board)) as {
      uid: string;
      panels: {
        title: string;
        description: string;
        gridPos: { x: number; y: number; w: number; h: number };
      }[];
    };
    t.is(uid, board.id);
    const taken = new Set<string>();
    for (const { title, description, gridPos: place } of panels) {
      t.true(description.length > 10, title);
      t.true(place.x + place.w <= 24, title);
      for (let x = place.x; x < place.x + place.w; x++) {
        for (let y = place.y; y < place.y + place.h; y++) {
          t.false(taken.has(`${x} ${y}`), `${title} lies on another`);
          taken.add(`${x} ${y}`);
        }
      }
    }
  }
});

/** Writes the macros of Grafana's data source out for the last hour, in steps of a minute. */
function expand(sql: string): string {
  return sql
    .replace(/\$__timeFilter\((\w+)\)/g, '($1 >= now() - 3600 AND $1 <= now() + 60)')
    .replace(/\$__timeInterval\((\w+)\)/g, 'toStartOfInterval(toDateTime($1), INTERVAL 60 second)')
    .replaceAll('$__interval_s', '60');
}
