import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rootDirectory } from '../check/package-program.ts';
import { buildCollectorDeb, collectorPackage } from './build-collector-deb.ts';
import { buildDeb } from './build-deb.ts';
import { buildExecutable } from './build-executable.ts';
import { debFileName } from './debian-tree.ts';
import { licences } from './licences.ts';
import { type PackagedProgram, packagedPrograms } from './packaged-program.ts';

const help = `usage: npm run package -- [agent|resolver|collector|clients] [--out DIR] [--no-deb]

Builds the capture agent, or what runs beside a resolver, as a single executable and as a Debian package; or the collector
as a Debian package. The packages are for this machine's processor. Building fetches nothing. "clients" builds the typed client
as an npm package, a client for Python as a wheel, and a collection of requests for Postman, Bruno and others.

  --out DIR          where they go (default: dist)
  --no-deb           the executable alone
  --compression WAY  of the collector's package: gzip (the default), or none, which is quick
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: join(rootDirectory, 'dist') },
    'no-deb': { type: 'boolean', default: false },
    compression: { type: 'string', default: 'gzip' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const name = positionals[0] ?? 'agent';
const program = packagedPrograms[name];
if (values.help) process.stdout.write(help);
else if (
  (program === undefined && name !== 'collector' && name !== 'clients') ||
  positionals.length > 1 ||
  !['gzip', 'none'].includes(values.compression)
) {
  process.stderr.write(help);
  process.exitCode = 64;
} else {
  const scratch = mkdtempSync(join(tmpdir(), 'sonde-package-'));
  const tree = join(scratch, 'deb');
  try {
    mkdirSync(values.out, { recursive: true });
    // What is installed takes its permissions from here.
    mkdirSync(join(tree, 'DEBIAN'), { recursive: true, mode: 0o755 });
    if (name === 'clients')
      for (const path of await packageClients(values.out, scratch)) process.stdout.write(`${path}\n`);
    else if (program !== undefined) await packageProgram(program, scratch, tree);
    else {
      const target = join(values.out, debFileName(collectorPackage));
      buildCollectorDeb({ target, scratch: tree, compression: values.compression });
      tell(target);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The table of operations is read for these alone. */
async function packageClients(out: string, scratch: string): Promise<string[]> {
  const { buildClients } = await import('./clients/build-clients.ts');
  return buildClients(out, scratch);
}

async function packageProgram(packaged: PackagedProgram, scratch: string, tree: string): Promise<void> {
  const target = join(values.out, packaged.name);
  const { inputs } = await buildExecutable(packaged, target, scratch);
  tell(target);
  if (values['no-deb']) return;
  const deb = join(values.out, debFileName(packaged));
  const texts = licences(inputs, packaged.packages);
  buildDeb({ program: packaged, executable: target, licences: texts, target: deb, scratch: tree });
  tell(deb);
}

function tell(path: string): void {
  process.stdout.write(`${path} (${Math.round(statSync(path).size / 2 ** 20)} MiB)\n`);
}
