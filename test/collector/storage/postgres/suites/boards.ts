import { readFileSync } from 'node:fs';
import { createBatchRegistry } from '../../../../../collector/storage/postgres/batches.ts';
import { createThreatStore } from '../../../../../collector/storage/postgres/threats.ts';
import { boards } from '../../../../../scripts/boards/boards.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { claimOf, sightingAt, someAccount } from '../../../../support/engines/postgres-samples.ts';

/** The queries of boards that ask PostgreSQL, on the schema as it is. */
export const boardSuite: PostgresSuite = {
  'each query of the boards of detection and feeds answers, and asks no table but those that the page grants':
    async (t, connection) => {
      const postgres = (await freshDatabase(t, connection)).open();
      const { locations, agentIds } = await someAccount(postgres);
      const here = locations[0]!.id;
      const claim = claimOf(here, agentIds[0]!, null);
      await createBatchRegistry(postgres).claim('a', [claim]);
      const observedAt = new Date();
      const sightings = [
        sightingAt(here, { observedAt, severity: 'high', source: 'urlhaus', technique: 'T1071.004' }),
        sightingAt(here, { observedAt, subject: 'b.example', type: 'dga', severity: 'low' }),
      ];
      await createThreatStore(postgres).record([{ batchId: claim.batchId, sightings }]);
      await postgres.query(
        `WITH c AS (INSERT INTO cases (location_id, client_address, cause) VALUES ($1, '192.0.2.7', 'x') RETURNING id)
       UPDATE threats SET case_id = (SELECT id FROM c) WHERE subject = 'bad.example'`,
        [here],
      );
      await postgres.query(
        `UPDATE threats SET resolved_at = first_seen_at + interval '5 minutes' WHERE type = 'dga'`,
      );
      await postgres.query(
        `INSERT INTO indicator_sources (source, count, updated_at) VALUES ('urlhaus', 7, now())`,
      );
      const state = { feed: 'urlhaus', indicatorCount: 7, rows: 9, malformedRows: 1, subtractedRows: 1 };
      await postgres.query('INSERT INTO feed_states (feed, state) VALUES ($1, $2)', [
        state.feed,
        JSON.stringify(state),
      ]);

      const page = readFileSync(new URL('../../../../../docs/monitoring.md', import.meta.url), 'utf8');
      const granted = /GRANT SELECT ON ([\w, ]+) TO grafana;/.exec(page)![1]!.split(', ');
      const asked = new Set<string>();
      const answers = new Map<string, Record<string, unknown>[]>();
      for (const { id, source, panels } of boards) {
        if (source !== 'postgres') continue;
        for (const { title, queries } of panels)
          for (const { text } of queries) {
            for (const [, table] of text.matchAll(/\b(?:FROM|JOIN) (\w+)/g)) asked.add(table!);
            answers.set(`${id} ${title}`, await postgres.query<Record<string, unknown>>(expand(text)));
          }
      }
      // Of an expression, not of a table.
      for (const word of ['resolved_at', 'now']) asked.delete(word);
      t.deepEqual([...asked].sort(), granted.sort());
      t.is(answers.size, 18);
      for (const [name, rows] of answers) t.true(rows.length > 0, name);
      t.deepEqual(answers.get('sonde-detection New threats'), [{ threats: 2 }]);
      t.deepEqual(answers.get('sonde-detection Open and severe'), [{ threats: 1 }]);
      t.like(answers.get('sonde-detection Time to resolution'), { 0: { median: 300 } });
      t.like(answers.get('sonde-detection Open cases'), {
        0: { severity: 'high', threats: 1, clients: 1 },
      });
      t.deepEqual(answers.get('sonde-detection ATT&CK techniques'), [
        { technique: 'T1071.004', threats: 1, worst: 'high' },
      ]);
      t.like(answers.get('sonde-feeds Feeds'), { 0: { feed: 'urlhaus', indicators: 7, malformed: 1 } });
      t.like(answers.get('sonde-feeds Threats by feed'), { 0: { source: 'urlhaus', threats: 1 } });
    },
};

/** Writes the macros of Grafana's data source out for the last hour, in steps of a minute. */
function expand(sql: string): string {
  return sql
    .replace(
      /\$__timeFilter\(([\w.]+)\)/g,
      "$1 BETWEEN now() - interval '1 hour' AND now() + interval '1 hour'",
    )
    .replace(
      /\$__timeGroupAlias\((\w+), \$__interval\)/g,
      'floor(extract(epoch FROM $1) / 60) * 60 AS "time"',
    );
}
