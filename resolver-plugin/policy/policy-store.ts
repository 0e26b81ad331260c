import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '@sonde/shared/files/write-durably.ts';
import { z } from 'zod';
import type { SignedPolicy } from './read-policy.ts';

const headSchema = z.object({
  signature: z.string().max(200),
  entity_tag: z.string().max(200),
  /** The latest version that was rolled back here, which must not come again; 0 for none. */
  refused_version: z.int().min(0),
});

export interface KeptPolicy extends SignedPolicy {
  readonly refusedVersion: number;
}

export type PolicySlot = 'current' | 'previous';

/**
 * Keeps the policy in force and the one before it, each in one file: a line of JSON about it, then the document as it
 * came, so that its signature is checked anew whenever it is read.
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

  /** Undefined where nothing is kept, or nothing that can be read. */
  async read(slot: PolicySlot): Promise<KeptPolicy | undefined> {
    const content = await readFile(this.#path(slot)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    const end = content?.indexOf(0x0a) ?? -1;
    if (content === undefined || end < 0) return undefined;
    const head = headSchema.safeParse(parse(content.toString('utf8', 0, end)));
    if (!head.success) return undefined;
    const { signature, entity_tag: entityTag, refused_version: refusedVersion } = head.data;
    return { bytes: content.subarray(end + 1), signature, entityTag, refusedVersion };
  }

  async write(slot: PolicySlot, { bytes, signature, entityTag, refusedVersion }: KeptPolicy): Promise<void> {
    const head = { signature, entity_tag: entityTag, refused_version: refusedVersion };
    await writeDurably(this.#path(slot), Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes]));
  }

  async remove(slot: PolicySlot): Promise<void> {
    await rm(this.#path(slot), { force: true });
  }

  #path(slot: PolicySlot): string {
    return join(this.#directory, `${slot}.policy`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
