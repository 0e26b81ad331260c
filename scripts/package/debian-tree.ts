import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { rootDirectory } from '../check/package-program.ts';

/** The facts of a Debian package, and what every package of ours has beside its program. */
export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  /** Holds the unit, the example of a configuration, and the maintainer's scripts; below the root. */
  readonly deploy: string;
  readonly example: string;
  /** Pages of docs, the first of which is the guide. */
  readonly guides: readonly string[];
  readonly depends: string;
  /** Packages that the program uses if they are there. */
  readonly suggests?: string;
  readonly summary: string;
  /** Lines of the long description. */
  readonly description: readonly string[];
}

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Builds the name of the package's file, as Debian forms it. */
export function debFileName({ name, version }: DebianPackage): string {
  return `${name}_${version}_${architecture()}.deb`;
}

/** A Debian tree gathers the files of a package below an empty directory, and packs them. */
export class DebianTree {
  readonly #facts: DebianPackage;
  readonly root: string;

  constructor(facts: DebianPackage, root: string) {
    this.#facts = facts;
    this.root = root;
  }

  /** Copies a file. Directories that it is in are made. */
  put(from: string, to: string, mode = 0o644): void {
    const path = this.#openTo(to);
    copyFileSync(from, path);
    chmodSync(path, mode);
  }

  write(to: string, content: string | Buffer, mode = 0o644): void {
    writeFileSync(this.#openTo(to), content, { mode });
  }

  /** Adds the unit, the example of its configuration, the guides, the licences and the maintainer's scripts. */
  putService(licences: string): void {
    const { name, deploy, example, guides } = this.#facts;
    const from = join(rootDirectory, deploy);
    this.put(join(from, `${name}.service`), `usr/lib/systemd/system/${name}.service`);
    this.put(join(from, example), `etc/sonde/${example}`);
    for (const guide of guides)
      this.put(join(rootDirectory, 'docs', guide), `usr/share/doc/${name}/${guide}`);
    this.write(`usr/share/doc/${name}/copyright`, licences);
    for (const script of ['postinst', 'prerm', 'postrm'])
      this.put(join(from, script), `DEBIAN/${script}`, 0o755);
    this.write('DEBIAN/conffiles', `/etc/sonde/${example}\n`);
  }

  /** Packs the tree. `compression` is what dpkg-deb knows: gzip, none. */
  pack(target: string, compression = 'gzip'): void {
    this.write('DEBIAN/control', control(this.#facts, octetsIn(this.root)));
    const level = compression === 'none' ? [] : ['-z6'];
    execFileSync(
      'dpkg-deb',
      ['--root-owner-group', `-Z${compression}`, ...level, '--build', this.root, target],
      { stdio: 'pipe' },
    );
  }

  #openTo(path: string): string {
    const whole = join(this.root, path);
    mkdirSync(dirname(whole), { recursive: true, mode: 0o755 });
    return whole;
  }
}

function octetsIn(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0);
}

function control(
  { name, version, depends, suggests, summary, description }: DebianPackage,
  bytes: number,
): string {
  return `Package: ${name}
Version: ${version}
Architecture: ${architecture()}
Maintainer: ${maintainer()}
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: ${depends}
Recommends: ca-certificates
${suggests === undefined ? '' : `Suggests: ${suggests}\n`}Section: net
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
