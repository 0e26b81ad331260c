import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rootDirectory } from '../check/package-program.ts';
import { buildDeb, debFileName } from './build-deb.ts';
import { buildExecutable } from './build-executable.ts';
import { licences } from './licences.ts';
import { packagedPrograms } from './packaged-program.ts';

const help = `usage: npm run package -- [agent|resolver] [--out DIR] [--no-deb]

Builds the capture agent, or what runs beside a resolver, as a single executable and as a Debian package, for this machine's processor; fetches nothing.

  --out DIR   where they go (default: dist)
  --no-deb    the executable alone
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: join(rootDirectory, 'dist') },
    'no-deb': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const program = packagedPrograms[positionals[0] ?? 'agent'];
if (values.help) process.stdout.write(help);
else if (program === undefined || positionals.length > 1) {
  process.stderr.write(help);
  process.exitCode = 64;
} else {
  const scratch = mkdtempSync(join(tmpdir(), 'sonde-package-'));
  try {
    mkdirSync(values.out, { recursive: true });
    const target = join(values.out, program.name);
    const { inputs } = await buildExecutable(program, target, scratch);
    tell(target);
    if (!values['no-deb']) {
      const tree = join(scratch, 'deb');
      const deb = join(values.out, debFileName(program));
      mkdirSync(join(tree, 'DEBIAN'), { recursive: true, mode: 0o755 });
      buildDeb({
        program,
        executable: target,
        licences: licences(inputs, program.packages),
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
