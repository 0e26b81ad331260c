import { mkdir, open, readFile, rename, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '@sonde/shared/files/write-durably.ts';
import { z } from 'zod';
import type { SignedPolicy } from './read-policy.ts';

const headSchema = z.object({ signature: z.string().max(200), entity_tag: z.string().max(200) });
const changeSchema = headSchema.extend({ body: z.string() });

/** A kept policy is a whole policy and the changes that came after it, in order. */
export interface KeptPolicy {
  readonly whole: SignedPolicy;
  readonly changes: readonly SignedPolicy[];
}

export type PolicySlot = 'current' | 'previous';

/**
 * A policy store keeps the files of the policy in force and the one before it:
 *
 *   <slot>.policy    a line of JSON about the document, then the document as it came
 *   <slot>.changes   a line of JSON for each change that came after it
 *   refused          the latest version that was rolled back here
 *
 * All is kept as it came, so that signatures are checked anew whenever it is read.
 */
export class PolicyStore {
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  static async open(directory: string): Promise<PolicyStore> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return new PolicyStore(directory);
  }

  /** Reads the kept policy; undefined if nothing is kept, or nothing that can be read. */
  async read(slot: PolicySlot): Promise<KeptPolicy | undefined> {
    const content = await this.#content(`${slot}.policy`);
    const end = content?.indexOf(0x0a) ?? -1;
    if (content === undefined || end < 0) return undefined;
    const head = headSchema.safeParse(parse(content.toString('utf8', 0, end)));
    if (!head.success) return undefined;
    const { signature, entity_tag: entityTag } = head.data;
    return {
      whole: { bytes: content.subarray(end + 1), signature, entityTag },
      changes: await this.#changes(slot),
    };
  }

  /** Puts a whole policy in the place of the current one, which becomes the previous one. */
  async replace({ bytes, signature, entityTag }: SignedPolicy): Promise<void> {
    await this.#move('current.changes', 'previous.changes');
    await this.#move('current.policy', 'previous.policy');
    const head = Buffer.from(`${JSON.stringify({ signature, entity_tag: entityTag })}\n`);
    await writeDurably(this.#path('current.policy'), Buffer.concat([head, bytes]));
  }

  /** Adds a change to the current policy; it is on the disk when this resolves. */
  async append({ bytes, signature, entityTag }: SignedPolicy): Promise<void> {
    const file = await open(this.#path('current.changes'), 'a', 0o600);
    try {
      const line = { signature, entity_tag: entityTag, body: bytes.toString('utf8') };
      await file.appendFile(`${JSON.stringify(line)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** Cuts the changes of the current policy down to the first ones. */
  async keepChanges(count: number): Promise<void> {
    const content = (await this.#content('current.changes')) ?? Buffer.alloc(0);
    let end = 0;
    for (let line = 0; line < count; line++) end = content.indexOf(0x0a, end) + 1;
    if (end < content.length) await truncate(this.#path('current.changes'), end);
  }

  /** Makes the previous policy the current one again. */
  async restorePrevious(): Promise<void> {
    await rm(this.#path('current.changes'), { force: true });
    await this.#move('previous.policy', 'current.policy');
    await this.#move('previous.changes', 'current.changes');
  }

  /** Returns the version that was rolled back; 0 if none was. */
  async refusedVersion(): Promise<number> {
    const version = Number((await this.#content('refused'))?.toString('utf8') ?? 0);
    return Number.isSafeInteger(version) ? version : 0;
  }

  async refuse(version: number): Promise<void> {
    await writeDurably(this.#path('refused'), Buffer.from(String(version)));
  }

  async #changes(slot: PolicySlot): Promise<SignedPolicy[]> {
    const content = (await this.#content(`${slot}.changes`)) ?? Buffer.alloc(0);
    const changes: SignedPolicy[] = [];
    let start = 0;
    for (;;) {
      const end = content.indexOf(0x0a, start);
      const change =
        end < 0 ? undefined : changeSchema.safeParse(parse(content.toString('utf8', start, end)));
      // What a crash left unfinished ends the list.
      if (change?.success !== true) return changes;
      const { signature, entity_tag: entityTag, body } = change.data;
      changes.push({ bytes: Buffer.from(body), signature, entityTag });
      start = end + 1;
    }
  }

  async #content(name: string): Promise<Buffer | undefined> {
    return await readFile(this.#path(name)).catch(unlessMissing);
  }

  /** Moves a file; where there is none, there is none at the other place afterwards either. */
  async #move(from: string, to: string): Promise<void> {
    await rm(this.#path(to), { force: true });
    await rename(this.#path(from), this.#path(to)).catch(unlessMissing);
  }

  #path(name: string): string {
    return join(this.#directory, name);
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
