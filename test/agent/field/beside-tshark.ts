import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyCapture } from '../../../agent/pipeline/verify.ts';
import { generatedCapture } from '../../support/packets/generated-capture.ts';

/**
 * `scripts/run test/agent/field/beside-tshark.ts FILES [FIRST]`: counts queries and responses of generated captures with `verify`
 * and with tshark, and says where they differ. Each file is made of its own number, so that a difference can be had again.
 */
const [files = '50', first = '1'] = process.argv.slice(2);
const directory = await mkdtemp(join(tmpdir(), 'sonde-tshark-'));
let different = 0;
let messages = 0;
try {
  for (let seed = Number(first); seed < Number(first) + Number(files); seed++) {
    const path = join(directory, `${seed}.pcap`);
    const { file, kinds } = generatedCapture(seed);
    await writeFile(path, file);
    const own = await verifyCapture(path);
    const peer = tsharkCounts(path);
    messages += own.queries + own.responses;
    if (own.queries === peer.queries && own.responses === peer.responses && own.malformed === 0) continue;
    different++;
    console.log(
      `file ${seed} (${kinds.join(', ')}): verify ${own.queries} queries, ${own.responses} responses, ` +
        `${own.malformed} malformed; tshark ${peer.queries} and ${peer.responses}`,
    );
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}
console.log(`${files} files, ${messages} messages, ${different} files counted otherwise by tshark`);

function tsharkCounts(path: string): { queries: number; responses: number } {
  const command = [
    '-n',
    '-r',
    path,
    '-o',
    'tcp.reassemble_out_of_order:TRUE',
    '-Y',
    'dns',
    '-T',
    'fields',
    '-E',
    'occurrence=a',
    '-e',
    'dns.flags.response',
  ];
  const flags = execFileSync('tshark', command, { stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .split(/[\n,]/)
    .filter((flag) => flag !== '');
  const responses = flags.filter((flag) => flag === '1' || flag === 'True').length;
  return { queries: flags.length - responses, responses };
}
