import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../../agent/package.json' with { type: 'json' };
import { rootDirectory } from '../check/package-program.ts';
import { buildDeb, debFileName } from './build-deb.ts';
import { buildExecutable } from './build-executable.ts';
import { licences } from './licences.ts';

const help = `usage: npm run package -- [--out DIR] [--no-deb]

Builds the capture agent as a single executable and as a Debian package, for this machine's processor; fetches nothing.

  --out DIR   where they go (default: dist)
  --no-deb    the executable alone
`;

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(rootDirectory, 'dist') },
    'no-deb': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) process.stdout.write(help);
else {
  const scratch = mkdtempSync(join(tmpdir(), 'sonde-package-'));
  try {
    mkdirSync(values.out, { recursive: true });
    const target = join(values.out, 'sonde-agent');
    const { inputs } = await buildExecutable(target, scratch);
    tell(target);
    if (!values['no-deb']) {
      const tree = join(scratch, 'deb');
      const deb = join(values.out, debFileName(manifest.version));
      mkdirSync(join(tree, 'DEBIAN'), { recursive: true, mode: 0o755 });
      buildDeb({
        executable: target,
        version: manifest.version,
        licences: licences(inputs),
        target: deb,
        scratch: tree,
      });
      tell(deb);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function tell(path: string): void {
  process.stdout.write(`${path} (${Math.round(statSync(path).size / 2 ** 20)} MiB)\n`);
}
