import type { Row } from '@sonde/shared/batch/row.ts';
import { DgaModel } from '../../../collector/domain/detection/dga/dga-model.ts';
import type { BenignKind } from '../../../collector/domain/detection/dga/training/benign-kind.ts';
import { type Family, families } from '../../../collector/domain/detection/dga/training/families.ts';
import { SeededRandom } from '../../../collector/domain/detection/dga/training/seeded-random.ts';
import { labels } from '../../../collector/domain/detection/dga/training/train-model.ts';
import { benignDay, traps } from './benign-day.ts';
import { alerts, detect } from './stored.ts';
import { asked, denied, inOrder } from './traffic.ts';
import { slowTunnel, tunnel, tunnelKinds, tunnelWithoutApex } from './tunnels.ts';
import { unseen } from './unseen/unseen.ts';

const model = new DgaModel();
const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

/** For each family: the share of labels that are flagged, and of clients that are found by 16 and by 32 failing queries. */
export function dgaTable(count: number): string[][] {
  return families.map((family) => {
    const random = new SeededRandom(71);
    const flagged = labels(family, count, random).filter((label) => model.isFlagged(label)).length;
    const clients = Math.max(5, Math.floor(count / 20));
    return [
      family.name,
      family.kind,
      family.trained ? 'yes' : 'no',
      percent(flagged, count),
      ...[16, 32].map((queries) => percent(clientsFound(family, clients, queries, random), clients)),
    ];
  });
}

function clientsFound(family: Family, clients: number, queries: number, random: SeededRandom): number {
  let found = 0;
  for (let client = 0; client < clients; client++) {
    const made = family.burst?.(random, queries) ?? labels(family, queries, random);
    const rows = made.map((label, n) => denied(n * 5, `${label}.com`, 'com'));
    if (alerts(detect(rows)).some((alert) => alert.startsWith('dga'))) found++;
  }
  return found;
}

/** For each way of making up names: the share of labels that are flagged, and of clients that are taken for infected. */
export function benignNameTable(kinds: readonly BenignKind[], count: number): string[][] {
  return kinds.map((kind) => {
    const random = new SeededRandom(72);
    const made = labels(kind, count, random);
    const flagged = made.filter((label) => model.isFlagged(label)).length;
    const clients = Math.max(5, Math.floor(count / 20));
    let found = 0;
    for (let client = 0; client < clients; client++) {
      const rows = labels(kind, 16, random).map((label, n) =>
        asked({ at: n * 5, name: `${label}.com`, code: 'NXDOMAIN' }),
      );
      if (alerts(detect(rows)).some((alert) => alert.startsWith('dga'))) found++;
    }
    return [kind.name, kind.trained ? 'yes' : 'no', percent(flagged, made.length), percent(found, clients)];
  });
}

/** For each tunnel: how many of the runs are found, and after how many seconds of traffic in the middle. */
export function tunnelTable(runs: number): string[][] {
  const kinds: [name: string, rows: (random: SeededRandom) => Row[]][] = [
    ...tunnelKinds.map((kind): [string, (random: SeededRandom) => Row[]] => [
      kind,
      (random) => tunnel(kind, random),
    ]),
    ['no apex', (random) => tunnelWithoutApex(random)],
    ['slow, one name a minute', (random) => slowTunnel(random)],
    ['slow, one name in five minutes', (random) => slowTunnel(random, 300)],
  ];
  return kinds.map(([name, rows]) => {
    const delays: number[] = [];
    for (let run = 0; run < runs; run++) {
      const made = rows(new SeededRandom(run + 1));
      const first = detect(made, { batchRows: 1 }).find(({ severity }) => severity !== 'info');
      if (first !== undefined)
        delays.push((first.observedAt.getTime() - made[0]!.observedAt / 1_000) / 1_000);
    }
    delays.sort((a, b) => a - b);
    return [
      name,
      `${delays.length} of ${runs}`,
      delays.length === 0 ? '-' : `${Math.round(delays[delays.length >> 1]!)} s`,
    ];
  });
}

/** For each trap, and for busy days with all of them: alerts above a remark. */
export function trapTable(runs: number): string[][] {
  const single = traps.map((trap) => {
    let count = 0;
    for (let run = 0; run < runs; run++)
      count += alerts(detect(trap.rows(new SeededRandom(run + 100), 0))).length;
    return [trap.name, String(count)];
  });
  const days = Array.from({ length: runs }, (_, run) =>
    alerts(detect(benignDay(new SeededRandom(run + 200)), { batchRows: 2_000 })),
  );
  return [...single, [`${runs} busy days`, String(days.flat().length)]];
}

/**
 * For each pattern that was made after the detectors: what it should raise, in how many runs it came out so, and what was
 * raised above a remark.
 */
export function unseenTable(runs: number): string[][] {
  return unseen.map(({ name, expected, rows }) => {
    const raised = new Set<string>();
    let right = 0;
    for (let run = 0; run < runs; run++) {
      const found = alerts(detect(inOrder(rows(new SeededRandom(run + 900)))));
      const types = found.map((alert) => alert.split(' ')[0]!);
      for (const type of types) raised.add(type);
      if (expected.length === 0 ? found.length === 0 : expected.some((type) => types.includes(type))) right++;
    }
    const should = expected.length === 0 ? 'nothing' : expected.join(' or ');
    return [name, should, `${right} of ${runs}`, [...raised].join(', ') || '-'];
  });
}

/** Rows of cells as a Markdown table. */
export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
