import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  documentFormat,
  type SettingsAnswer,
  type SettingsDocument,
} from '../../../shared/sensor-settings/document.ts';
import { publicKeyText, signNextKey, signSettings } from '../../../shared/sensor-settings/signature.ts';

/** A collector's keys for settings, and documents signed with the last of them. */
export class SettingsSigning {
  readonly #keys: KeyObject[] = [];
  #chain: SettingsAnswer['keys'] = [];

  constructor() {
    this.rotate();
  }

  get publicKey(): string {
    return publicKeyText(this.#keys.at(-1)!);
  }

  rotate(): void {
    const { privateKey } = generateKeyPairSync('ed25519');
    const publicKey = publicKeyText(privateKey);
    const before = this.#keys.at(-1);
    const signature = before === undefined ? null : signNextKey(publicKey, before);
    this.#keys.push(privateKey);
    this.#chain = [...this.#chain, { public_key: publicKey, signature }];
  }

  /** A document of an agent, good for an hour unless `change` says otherwise. */
  sign(
    agentId: string,
    version: number,
    settings: Record<string, string>,
    change: Partial<SettingsDocument> = {},
  ) {
    const document = {
      format: documentFormat,
      version,
      issued_at: new Date().toISOString(),
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      audience: { agent_id: agentId },
      settings,
      ...change,
    };
    return this.signText(JSON.stringify(document));
  }

  signText(text: string) {
    return { text, signature: signSettings(text, this.#keys.at(-1)!), keys: this.#chain };
  }
}
