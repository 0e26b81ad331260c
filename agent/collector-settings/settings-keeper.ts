import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '@sonde/shared/files/write-durably.ts';
import {
  type SettingsDocument,
  settingsAnswerSchema,
  settingsBounds,
  settingsRefusals,
} from '@sonde/shared/sensor-settings/document.ts';
import { z } from 'zod';
import { type CheckedDocument, readDocument, type SignedDocument } from './read-document.ts';
import { SettingsRefused } from './settings-refused.ts';

const signedSchema = z.object({
  text: z.string().max(settingsBounds.documentBytes),
  signature: z.string(),
  keys: settingsAnswerSchema.shape.keys,
});
const refusedSchema = z.object({
  version: z.int().min(1),
  reason: z.enum(settingsRefusals),
  message: z.string(),
});
const keptSchema = z.object({
  /** The digest of the location key that the versions below were told to. */
  belongs_to: z.string(),
  public_key: z.string().nullable(),
  /** The key that the owner had given when that one was kept, which is it or came before it. */
  configured_key: z.string().nullable(),
  current: signedSchema.nullable(),
  previous: signedSchema.nullable(),
  went_back_from: refusedSchema.nullable(),
  /** Whether the current ones are on trial: `running` while the agent runs, `paused` if it was stopped in order. */
  trial: z.enum(['running', 'paused', 'passed']),
});

type Kept = z.output<typeof keptSchema>;

/** The settings that an agent went back from, and takes no more. */
export type WentBackFrom = z.output<typeof refusedSchema>;

export interface KeeperOptions {
  readonly directory: string;
  readonly agentId: string;
  readonly locationKey: string;
  /** The key that the owner gave; without one, the first that comes is kept. */
  readonly configuredKey: string | undefined;
}

/** A settings keeper holds the collector's settings in force and those before them, through restarts and without the collector. */
export class SettingsKeeper {
  readonly #options: KeeperOptions;
  readonly #path: string;
  #kept: Kept;
  #current: SettingsDocument | undefined;

  private constructor(options: KeeperOptions, kept: Kept) {
    this.#options = options;
    this.#path = join(options.directory, 'settings-from-collector.json');
    this.#kept = kept;
    this.#current = this.#read(kept.current);
  }

  /** Takes up what is kept. Settings that were on trial when the agent ended otherwise than in order are gone back from. */
  static async open(options: KeeperOptions): Promise<SettingsKeeper> {
    const path = join(options.directory, 'settings-from-collector.json');
    const content = await readFile(path, 'utf8').catch(() => '');
    const belongsTo = createHash('sha256').update(`sonde settings\n${options.locationKey}`).digest('hex');
    const read = keptSchema.safeParse(parse(content));
    const given = options.configuredKey ?? null;
    const before = read.success ? read.data : undefined;
    // A key that the owner changed is his word, and newer than what was kept.
    const isSame = before !== undefined && (given === null || before.configured_key === given);
    const key = { public_key: isSame ? before.public_key : given, configured_key: given };
    // Versions of another location or account say nothing here; the collector's key stays.
    const kept: Kept =
      before?.belongs_to === belongsTo
        ? { ...before, ...key }
        : {
            ...key,
            belongs_to: belongsTo,
            current: null,
            previous: null,
            went_back_from: null,
            trial: 'passed',
          };
    const keeper = new SettingsKeeper(options, kept);
    if (keeper.current !== undefined && kept.trial === 'running') {
      await keeper.goBack('did_not_survive', 'The agent ended while these settings were new.');
    }
    return keeper;
  }

  /** The settings in force; undefined if the owner's are alone. */
  get current(): SettingsDocument | undefined {
    return this.#current;
  }

  get isOnTrial(): boolean {
    return this.#current !== undefined && this.#kept.trial !== 'passed';
  }

  get wentBackFrom(): WentBackFrom | undefined {
    return this.#kept.went_back_from ?? undefined;
  }

  /** The key that settings must be signed with, or one that follows it; undefined before the first. */
  get knownKey(): string | undefined {
    return this.#kept.public_key ?? undefined;
  }

  /** Checks a document; undefined if it is the one in force. Throws a SettingsRefused if it is not to be taken. */
  check(signed: SignedDocument, now: number): CheckedDocument | undefined {
    const { knownKey } = this;
    const checked = readDocument(signed, { agentId: this.#options.agentId, knownKey, now });
    const { version } = checked.document;
    // An old document has a good signature too: whoever can hold back answers could send it again.
    const held = this.#current?.version ?? 0;
    if (version < held) throw new SettingsRefused('older_version', `Version ${held} is in force.`, version);
    const { wentBackFrom } = this;
    if (wentBackFrom !== undefined && version <= wentBackFrom.version) {
      throw new SettingsRefused(
        'older_version',
        `The agent went back from version ${wentBackFrom.version}.`,
        version,
      );
    }
    return version === held ? undefined : checked;
  }

  /**
   * Makes a checked document the one in force; those before it stay, to go back to. Returns what makes this undone, for settings that
   * can't be applied.
   */
  async take(
    signed: SignedDocument,
    { document, publicKey }: CheckedDocument,
    isNews: boolean,
  ): Promise<(refused: WentBackFrom) => Promise<void>> {
    const [kept, current] = [this.#kept, this.#current];
    await this.#write({
      public_key: publicKey,
      previous: isNews && this.#kept.trial === 'passed' ? this.#kept.current : this.#kept.previous,
      current: signed,
      trial: isNews ? 'running' : this.#kept.trial,
    });
    this.#current = document;
    return async (refused) => {
      await this.#write({ ...kept, went_back_from: refused });
      this.#current = current;
    };
  }

  async pass(): Promise<void> {
    await this.#write({ trial: 'passed', went_back_from: null });
  }

  /** Goes on with a trial: an end of the agent that is not in order speaks against the settings again. */
  async resume(): Promise<void> {
    if (this.isOnTrial) await this.#write({ trial: 'running' });
  }

  /** Keeps it from being taken for a failure that the agent ends, which it does in order. */
  async pause(): Promise<void> {
    if (this.isOnTrial) await this.#write({ trial: 'paused' });
  }

  /** Goes back to the settings before those in force, which are taken no more. */
  async goBack(reason: WentBackFrom['reason'], message: string): Promise<void> {
    const version = this.#current?.version;
    if (version === undefined) return;
    await this.#write({
      went_back_from: { version, reason, message },
      current: this.#kept.previous,
      previous: null,
      trial: 'passed',
    });
    this.#current = this.#read(this.#kept.current);
  }

  /** What is kept was checked when it was taken; its own key tells whether the disk has spoiled it. */
  #read(signed: SignedDocument | null): SettingsDocument | undefined {
    if (signed === null) return undefined;
    try {
      return readDocument(signed, { agentId: this.#options.agentId, knownKey: undefined }).document;
    } catch (error) {
      if (error instanceof SettingsRefused) return undefined;
      throw error;
    }
  }

  async #write(change: Partial<Kept>): Promise<void> {
    this.#kept = { ...this.#kept, ...change };
    await writeDurably(this.#path, Buffer.from(`${JSON.stringify(this.#kept)}\n`));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
