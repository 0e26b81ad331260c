import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import { fileTag } from '../http/system/file-tag.ts';

/** A bundled file is a file of the dashboard, whose name changes with its content. */
export interface BundledFile {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface LoadedBundle {
  /** By their names below `assets/`. */
  readonly files: ReadonlyMap<string, BundledFile>;
  /** The page for a path as the collector sees it: it names its files relative to that, whatever prefix a proxy has. */
  readonly pageFor: (path: string) => { readonly bytes: Buffer; readonly entityTag: string };
}

export interface BundleParts {
  /** A build is kept below this directory, by a hash of its sources. */
  readonly dataDirectory: string;
  readonly random: Random;
  readonly log: Log;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * The bundle is the dashboard as browsers take it: built when somebody first asks for it, unless the data directory has
 * what these sources give, and then kept in memory. A build that fails is tried again at the next request.
 */
export class DashboardBundle {
  readonly #parts: BundleParts;
  #loaded: Promise<LoadedBundle> | undefined;

  constructor(parts: BundleParts) {
    this.#parts = parts;
  }

  load(): Promise<LoadedBundle> {
    this.#loaded ??= this.#load().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    });
    return this.#loaded;
  }

  async #load(): Promise<LoadedBundle> {
    // Bundling takes a program of its own, which a start need not wait for.
    const [{ buildDashboard, dashboardSourceHash }, { htmlFor }] = await Promise.all([
      import('@sonde/dashboard/build.ts'),
      import('@sonde/dashboard/build-page.ts'),
    ]);
    const home = join(this.#parts.dataDirectory, 'dashboard');
    const directory = join(home, await dashboardSourceHash());
    const known = await readBundle(directory);
    const bundle = known ?? (await this.#build(home, directory, buildDashboard));
    return {
      files: bundle.files,
      pageFor: (path) => {
        const bytes = Buffer.from(htmlFor(bundle.html, path));
        return { bytes, entityTag: fileTag(bytes) };
      },
    };
  }

  /** Builds aside and moves what is whole into its place: a collector that is killed leaves nothing that is half. */
  async #build(
    home: string,
    directory: string,
    build: (outDirectory: string) => Promise<unknown>,
  ): Promise<ReadBundle> {
    const began = performance.now();
    await mkdir(home, { recursive: true, mode: 0o700 });
    const others = await readdir(home);
    const aside = join(home, `building-${this.#parts.random.uuid()}`);
    await build(aside);
    // Another collector on this machine may have been as fast.
    await rename(aside, directory).catch(() => rm(aside, { recursive: true, force: true }));
    const bundle = await readBundle(directory);
    if (bundle === undefined) throw new Error('the dashboard was built and is not there');
    for (const old of others) await rm(join(home, old), { recursive: true, force: true });
    this.#parts.log.info({ milliseconds: Math.round(performance.now() - began) }, 'the dashboard was built');
    return bundle;
  }
}

interface ReadBundle {
  readonly html: string;
  readonly files: ReadonlyMap<string, BundledFile>;
}

/** Reads the bundle in a directory; undefined if there is none. */
async function readBundle(directory: string): Promise<ReadBundle | undefined> {
  const html = await readFile(join(directory, 'index.html'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (html === undefined) return undefined;
  const names = await readdir(join(directory, 'assets'));
  const files = await Promise.all(
    names.map(async (name) => {
      const type = types[extname(name)] ?? 'application/octet-stream';
      return [name, { type, bytes: await readFile(join(directory, 'assets', name)) }] as const;
    }),
  );
  return { html, files: new Map(files) };
}
