import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import collectorManifest from '../../collector/package.json' with { type: 'json' };
import { rootDirectory } from '../check/package-program.ts';
import { type DebianPackage, DebianTree } from './debian-tree.ts';
import { installedPackages } from './installed-packages.ts';
import { licences } from './licences.ts';

/** The package of the collector with the `sonde` command. */
export const collectorPackage: DebianPackage = {
  name: 'sonde-collector',
  version: collectorManifest.version,
  deploy: 'deploy/collector',
  example: 'collector.example.json',
  guides: ['installation.md'],
  depends: 'libc6 (>= 2.28), libstdc++6, passwd',
  summary: 'collector of Sonde, with its dashboard and the sonde command',
  description: [
    'Stores the DNS queries that agents and resolvers report, detects threats, and',
    'serves a dashboard and an API. The package includes Node.js and both',
    'databases. You can use your own ClickHouse and PostgreSQL servers instead.',
  ],
};

const home = 'usr/lib/sonde';
/** The workspaces that the package is for; those that they need come with them. */
const programs = ['collector', 'cli'];
/** Of packages, what nobody runs: types, and maps back to sources. */
const idle = /\.(?:d\.[cm]?ts|map)$/;

export interface CollectorDebOptions {
  /** The path of the package. */
  readonly target: string;
  /** Takes the tree that is packed; must be empty. */
  readonly scratch: string;
  /** As dpkg-deb names it: gzip, none. */
  readonly compression: string;
}

/** Builds the Debian package of the collector, from what is installed here; fetches nothing. */
export function buildCollectorDeb({ target, scratch, compression }: CollectorDebOptions): void {
  const tree = new DebianTree(collectorPackage, scratch);
  const { workspaces, packages } = installedPackages(programs);
  const inside = (path: string) => join(scratch, home, path);
  for (const workspace of workspaces) {
    copyTree(join(rootDirectory, workspace), inside(workspace));
    link(inside(workspace), inside(`node_modules/@sonde/${basename(workspace)}`));
  }
  for (const path of packages) copyTree(join(rootDirectory, path), inside(path));
  for (const file of ['package.json', 'LICENSE']) tree.put(join(rootDirectory, file), `${home}/${file}`);

  const node = inside('node');
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  execFileSync('strip', [node]);
  tree.put(join(rootDirectory, collectorPackage.deploy, 'sonde'), 'usr/bin/sonde', 0o755);
  tree.putService(
    licences(
      packages.map((path) => `${path}/`),
      [],
    ),
  );
  tree.pack(target, compression);
}

/** Copies a directory without the packages that lie within it, which are listed by themselves. */
function copyTree(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => {
      const below = relative(from, path);
      return below !== 'node_modules' && !idle.test(below);
    },
  });
}

function link(to: string, from: string): void {
  mkdirSync(dirname(from), { recursive: true, mode: 0o755 });
  symlinkSync(relative(dirname(from), to), from);
}
