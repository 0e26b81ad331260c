import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Row } from '@sonde/shared/batch/row.ts';
import { decodeRows } from '@sonde/shared/batch/row-reader.ts';
import test, { type ExecutionContext } from 'ava';
import { openFile } from '../../../agent/capture/capture-file.ts';
import { Pipeline } from '../../../agent/pipeline/pipeline.ts';
import { defaultPipelineOptions } from '../../../agent/pipeline/pipeline-options.ts';
import { detect } from '../../support/detection/stored.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** Runs a tool by its script in a network namespace, and reads what the agent makes of the capture. */
async function rowsOf(t: ExecutionContext, script: string, type: string): Promise<Row[]> {
  const directory = await temporaryDirectory(t);
  const namespace = process.getuid?.() === 0 ? ['-n'] : ['-Urn'];
  const command = ['sh', join(import.meta.dirname, script), directory, type, process.execPath];
  await promisify(execFile)('unshare', [...namespace, ...command], { timeout: 120_000 });
  const rows: Row[] = [];
  const pipeline = new Pipeline(defaultPipelineOptions, {
    rows: (bytes) => rows.push(...decodeRows(Buffer.from(bytes))),
  });
  await openFile(join(directory, 'capture.pcap')).run(pipeline);
  pipeline.end();
  return rows.toSorted((a, b) => a.observedAt - b.observedAt);
}

const tools = [
  ...['NULL', 'TXT', 'CNAME', 'MX', 'SRV', 'A', 'PRIVATE'].map((type) => ({ script: 'iodine.sh', type })),
  ...['TXT', 'KEY'].map((type) => ({ script: 'dns2tcp.sh', type })),
];

for (const { script, type } of tools) {
  test.serial(`${script} ${type} is found within 60 seconds`, async (t) => {
    t.timeout(150_000);
    const rows = await rowsOf(t, script, type);
    t.true(rows.length > 10, `${rows.length} transactions were captured`);
    const found = detect(rows, { batchRows: 1 }).find(({ severity }) => severity !== 'info');
    t.like(found, { type: 'dns_tunnel', subject: 'tunnel-lab.net' });
    // Sightings are to the millisecond.
    const seconds = (found!.observedAt.getTime() - Math.floor(rows[0]!.observedAt / 1_000)) / 1_000;
    const before = rows.filter(
      (row) => Math.floor(row.observedAt / 1_000) <= found!.observedAt.getTime(),
    ).length;
    t.log(`${found!.severity} after ${seconds.toFixed(2)} s and ${before} of ${rows.length} transactions`);
    t.true(seconds < 60);
  });
}
