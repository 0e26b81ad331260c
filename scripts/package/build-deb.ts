import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rootDirectory } from '../check/package-program.ts';
import { manualPage } from './manual-page.ts';
import type { PackagedProgram } from './packaged-program.ts';

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

export interface DebOptions {
  readonly program: PackagedProgram;
  readonly executable: string;
  /** Texts of licences, for the file that Debian calls `copyright`. */
  readonly licences: string;
  /** The path of the package. */
  readonly target: string;
  /** Takes the tree that is packed; must be empty. */
  readonly scratch: string;
}

/** Builds the name of the package's file, as Debian forms it. */
export function debFileName({ name, version }: PackagedProgram): string {
  return `${name}_${version}_${architecture()}.deb`;
}

/** Builds a Debian package of the executable, its unit, an example of its configuration, its manual page and its documentation. */
export function buildDeb({ program, executable, licences, target, scratch }: DebOptions): void {
  const { name, example, guide } = program;
  const deploy = join(rootDirectory, program.deploy);
  const put = (from: string, to: string, mode = 0o644): void => {
    const path = join(scratch, to);
    mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
    copyFileSync(from, path);
    chmodSync(path, mode);
  };
  const documents = `usr/share/doc/${name}`;
  put(executable, `usr/bin/${name}`, 0o755);
  put(join(deploy, `${name}.service`), `usr/lib/systemd/system/${name}.service`);
  put(join(deploy, example), `etc/sonde/${example}`);
  put(join(rootDirectory, 'docs', guide), `${documents}/${guide}`);
  writeFileSync(join(scratch, documents, 'copyright'), licences);
  const manual = join(scratch, 'usr/share/man/man8');
  mkdirSync(manual, { recursive: true, mode: 0o755 });
  writeFileSync(join(manual, `${name}.8.gz`), gzipSync(manualPage(program, executable), { level: 9 }));
  for (const script of ['postinst', 'prerm', 'postrm']) put(join(deploy, script), `DEBIAN/${script}`, 0o755);
  writeFileSync(join(scratch, 'DEBIAN', 'conffiles'), `/etc/sonde/${example}\n`);
  writeFileSync(join(scratch, 'DEBIAN', 'control'), control(program, statSync(executable).size));
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z6', '--build', scratch, target], {
    stdio: 'pipe',
  });
}

function control({ name, version, depends, summary, description }: PackagedProgram, bytes: number): string {
  return `Package: ${name}
Version: ${version}
Architecture: ${architecture()}
Maintainer: ${maintainer()}
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: ${depends}
Recommends: ca-certificates
Section: net
Priority: optional
Description: ${summary}
${description.map((line) => ` ${line}\n`).join('')}`;
}

function maintainer(): string {
  const holder = /^Copyright \(c\) [\d-]* ?(.+)$/m.exec(readFileSync(join(rootDirectory, 'LICENSE'), 'utf8'));
  return `${holder?.[1] ?? 'Sonde'} <maintainers@sonde.invalid>`;
}

function architecture(): string {
  const name = architectures[process.arch];
  if (name === undefined) throw new Error(`There is no Debian architecture for ${process.arch}.`);
  return name;
}
