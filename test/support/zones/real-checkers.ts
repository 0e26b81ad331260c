import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolPath } from '../../../scanner/bench/lab/run-tool.ts';

const env = { ...process.env, PATH: toolPath };

/** Whether a program ends well, and what it said. */
function run(
  file: string,
  args: readonly string[],
  cwd: string,
): Promise<{ readonly accepts: boolean; readonly said: string }> {
  return new Promise((resolve) => {
    execFile(file, [...args], { env, cwd, timeout: 30_000 }, (error, stdout, stderr) => {
      resolve({ accepts: error === null, said: `${stdout}${stderr}`.trim() });
    });
  });
}

const checkers = {
  'named-checkzone': ['example', 'zone'],
  kzonecheck: ['-o', 'example', 'zone'],
  'nsd-checkzone': ['example', 'zone'],
} as const;
const signedCheckers = {
  'dnssec-verify': ['-q', '-o', 'example', 'zone'],
  'ldns-verify-zone': ['zone'],
} as const;

/** Those of the real checkers that refuse the zone, and what they say; `directory` is for one zone at a time. */
export async function refusals(
  text: string,
  directory: string,
  isSigned: boolean,
): Promise<ReadonlyMap<string, string>> {
  await writeFile(join(directory, 'zone'), text);
  const refused = new Map<string, string>();
  const all = { ...checkers, ...(isSigned ? signedCheckers : {}) };
  for (const [name, args] of Object.entries(all)) {
    const { accepts, said } = await run(name, args, directory);
    if (!accepts) refused.set(name, said);
  }
  return refused;
}

/** Signs the zone by BIND's own tool with keys of its own; `options` such as `-3 -`. A record a line. */
export async function signZone(text: string, options: readonly string[] = []): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-sign-zone-'));
  try {
    await writeFile(join(directory, 'zone'), text);
    const keys: string[] = [];
    for (const kind of [['-f', 'KSK'], []]) {
      const { said } = await run(
        'dnssec-keygen',
        ['-q', '-a', 'ECDSAP256SHA256', ...kind, 'example'],
        directory,
      );
      keys.push(said.trim());
    }
    const args = ['-q', '-S', '-K', '.', '-O', 'full', '-o', 'example', ...options, '-f', 'signed', 'zone'];
    const { accepts, said } = await run('dnssec-signzone', args, directory);
    if (!accepts) throw new Error(said);
    return await readFile(join(directory, 'signed'), 'utf8');
  } finally {
    await rm(directory, { recursive: true });
  }
}
