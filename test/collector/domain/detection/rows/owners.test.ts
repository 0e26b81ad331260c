import type { Row } from '@sonde/shared/batch/row.ts';
import test from 'ava';
import fc from 'fast-check';
import { BatchRows } from '../../../../../collector/domain/detection/batch-rows.ts';
import { arbitraryRow } from '../../../../support/engines/arbitrary-row.ts';
import { makeRow } from '../../../../support/engines/clickhouse-rows.ts';
import { longForm, shortForm } from '../../../../support/ingest/row-forms.ts';

const place = Buffer.alloc(8);
const forms = [longForm, shortForm];

function batchOf(rows: readonly Row[], form: (row: Row) => Buffer): BatchRows {
  return new BatchRows(Buffer.concat(rows.flatMap((row) => [place, form(row)])));
}

test('detectors see the whole owner of each record, however it is written', (t) => {
  fc.assert(
    fc.property(fc.array(arbitraryRow, { maxLength: 4 }), (rows) => {
      for (const form of forms) {
        const batch = batchOf(rows, form);
        for (const row of rows) {
          t.true(batch.next());
          const seen: unknown[] = [];
          batch.records(({ nameStart, nameEnd, type, ttl, dataStart, dataEnd }) => {
            const [name, data] = [batch.text(nameStart, nameEnd), batch.text(dataStart, dataEnd)];
            seen.push({ name, type, ttl, data, own: batch.isQueryName(nameStart, nameEnd) });
          });
          const own = (name: string) => name === row.queryName;
          t.deepEqual(
            seen,
            row.records.map(({ section: _, ...record }) => ({ ...record, own: own(record.name) })),
          );
        }
        t.false(batch.next());
      }
    }),
  );
});

test('an address belongs to the name asked for, or to its alias', (t) => {
  const answer = { section: 'answer', type: 1, ttl: 60 } as const;
  const aliased = makeRow({
    records: [
      { ...answer, name: 'www.example.com', type: 5, data: 'edge.example.net' },
      { ...answer, name: 'edge.example.net', data: '198.51.100.7' },
    ],
  });
  for (const form of forms) {
    const batch = batchOf([makeRow(), aliased, makeRow()], form);
    const own: number[][] = [];
    while (batch.next()) own.push([...batch.addresses.own.subarray(0, batch.addresses.count)]);
    t.deepEqual(own, [[1], [0], [1]]);
  }
});
