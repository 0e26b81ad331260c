import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '@sonde/shared/files/write-durably.ts';
import type { Dataset } from '../dataset.ts';
import { type DatasetState, newDatasetState } from './dataset-state.ts';

const stateFile = 'state.json';
const incoming = 'incoming';

/**
 * The dataset files are the snapshots of datasets on disk: `<directory>/<id>/<hash>.snap`, two of each, with their
 * state.
 */
export class DatasetFiles {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Reads the state of a dataset; a file that cannot be read is as if there were none. */
  async state(id: string): Promise<DatasetState> {
    try {
      const state = JSON.parse(await readFile(join(this.#of(id), stateFile), 'utf8')) as DatasetState;
      return { ...newDatasetState(id), ...state };
    } catch {
      return newDatasetState(id);
    }
  }

  async save(state: DatasetState): Promise<void> {
    await mkdir(this.#of(state.dataset), { recursive: true, mode: 0o700 });
    await writeDurably(join(this.#of(state.dataset), stateFile), Buffer.from(JSON.stringify(state)));
  }

  path(id: string, file: string): string {
    return join(this.#of(id), file);
  }

  /** Writes a document down as it comes; its path. */
  async receive(id: string, body: AsyncIterable<Uint8Array>): Promise<string> {
    await mkdir(this.#of(id), { recursive: true, mode: 0o700 });
    const path = join(this.#of(id), incoming);
    const file = await open(path, 'w', 0o600);
    try {
      for await (const chunk of body) await file.writeFile(chunk);
    } finally {
      await file.close();
    }
    return path;
  }

  /** Returns the path at which a snapshot is built before it has its name. */
  building({ id }: Dataset): string {
    return join(this.#of(id), 'building');
  }

  /** Gives a snapshot its name; the file. */
  async name({ id, content }: Dataset, contentHash: string): Promise<string> {
    const file = `${contentHash.slice(0, 32)}.${content.kind === 'mmdb' ? 'mmdb' : 'snap'}`;
    await rename(join(this.#of(id), 'building'), join(this.#of(id), file));
    return file;
  }

  /** Removes whatever the state does not name: what a crash left, and snapshots older than the two that are kept. */
  async tidy({ dataset, snapshot, previous }: DatasetState): Promise<void> {
    const kept = [stateFile, snapshot?.file, previous];
    const files = await readdir(this.#of(dataset)).catch(() => []);
    for (const file of files)
      if (!kept.includes(file)) await rm(join(this.#of(dataset), file), { force: true });
  }

  #of(id: string): string {
    return join(this.directory, id);
  }
}
