import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootDirectory } from '../check/package-program.ts';

const deploy = join(rootDirectory, 'deploy', 'agent');
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

export interface DebOptions {
  readonly executable: string;
  readonly version: string;
  /** Texts of licences, for the file that Debian calls `copyright`. */
  readonly licences: string;
  /** Where the package goes. */
  readonly target: string;
  /** Takes the tree that is packed; must be empty. */
  readonly scratch: string;
}

/** The name of the package's file, as Debian forms it. */
export function debFileName(version: string): string {
  return `sonde-agent_${version}_${architecture()}.deb`;
}

/** Builds a Debian package of the executable, its unit, an example of its configuration and its documentation. */
export function buildDeb({ executable, version, licences, target, scratch }: DebOptions): void {
  const put = (from: string, to: string, mode = 0o644): void => {
    const path = join(scratch, to);
    mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
    copyFileSync(from, path);
    chmodSync(path, mode);
  };
  const documents = 'usr/share/doc/sonde-agent';
  put(executable, 'usr/bin/sonde-agent', 0o755);
  put(join(deploy, 'sonde-agent.service'), 'usr/lib/systemd/system/sonde-agent.service');
  put(join(deploy, 'agent.example.json'), 'etc/sonde/agent.example.json');
  put(join(rootDirectory, 'docs', 'agent.md'), `${documents}/agent.md`);
  writeFileSync(join(scratch, documents, 'copyright'), licences);
  for (const script of ['postinst', 'prerm', 'postrm']) put(join(deploy, script), `DEBIAN/${script}`, 0o755);
  writeFileSync(join(scratch, 'DEBIAN', 'conffiles'), '/etc/sonde/agent.example.json\n');
  writeFileSync(join(scratch, 'DEBIAN', 'control'), control(version, statSync(executable).size));
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z6', '--build', scratch, target], {
    stdio: 'pipe',
  });
}

function control(version: string, bytes: number): string {
  return `Package: sonde-agent
Version: ${version}
Architecture: ${architecture()}
Maintainer: ${maintainer()}
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: libc6 (>= 2.28), libstdc++6, libpcap0.8 | libpcap0.8t64, passwd
Recommends: ca-certificates
Section: net
Priority: optional
Description: DNS capture agent of Sonde
 Captures DNS traffic on the wire, pairs queries with their responses, and
 ships them to a Sonde collector. It needs no Node.js, and of all privileges
 only the one to capture packets.
`;
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
