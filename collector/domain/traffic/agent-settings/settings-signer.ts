import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type SettingsAnswer, settingsBounds } from '@sonde/shared/sensor-settings/document.ts';
import { publicKeyText, signNextKey, signSettings } from '@sonde/shared/sensor-settings/signature.ts';
import type { SettingsKey, SettingsKeyStore } from '../../../ports/agent-settings/agent-settings.ts';
import type { SecretBox } from '../../people/access/secret-box.ts';

export interface SignerPorts {
  readonly settingsKeys: SettingsKeyStore;
  readonly secrets: Pick<SecretBox, 'seal' | 'open'>;
}

/** Signs the text of a document with the installation's key for it, which is made when it is first asked for. */
export async function signDocument(
  text: string,
  ports: SignerPorts,
): Promise<{ signature: string; keys: SettingsAnswer['keys'] }> {
  const keys = await keysInForce(ports);
  return { signature: signSettings(text, privateKey(keys.at(-1)!, ports)), keys: presentKeys(keys) };
}

/** The public key that settings are signed with, and those before it. */
export async function settingsKeys(ports: SignerPorts): Promise<SettingsAnswer['keys']> {
  return presentKeys(await keysInForce(ports));
}

/**
 * Makes another key, which the one before it vouches for. Where that can't be opened any more the new one stands alone, and agents
 * take it from nobody but their owners. Returns the new public key.
 */
export async function rotateKey(ports: SignerPorts): Promise<string> {
  const keys = await keysInForce(ports);
  const last = keys.at(-1)!;
  const made = makeKey(last.position + 1, ports, openKey(last, ports));
  await ports.settingsKeys.add(made);
  // Of two that rotate at once the first one's counts.
  return (await ports.settingsKeys.all()).at(-1)!.publicKey;
}

async function keysInForce(ports: SignerPorts): Promise<SettingsKey[]> {
  const keys = await ports.settingsKeys.all();
  const last = keys.at(-1);
  if (last !== undefined && openKey(last, ports) !== undefined) return keys;
  // The first, or the installation's secret was changed and what it sealed is lost.
  await ports.settingsKeys.add(makeKey((last?.position ?? 0) + 1, ports, undefined));
  return await ports.settingsKeys.all();
}

function makeKey(position: number, ports: SignerPorts, before: KeyObject | undefined): SettingsKey {
  const { privateKey: made } = generateKeyPairSync('ed25519');
  const publicKey = publicKeyText(made);
  const pem = made.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    position,
    publicKey,
    sealedKey: ports.secrets.seal(sealedFor(publicKey), pem),
    signature: before === undefined ? null : signNextKey(publicKey, before),
  };
}

function privateKey(key: SettingsKey, ports: SignerPorts): KeyObject {
  const opened = openKey(key, ports);
  if (opened === undefined) throw new Error('The key that signs settings of agents cannot be opened.');
  return opened;
}

function openKey({ publicKey, sealedKey }: SettingsKey, { secrets }: SignerPorts): KeyObject | undefined {
  const pem = secrets.open(sealedFor(publicKey), sealedKey);
  return pem === undefined ? undefined : createPrivateKey(pem);
}

function presentKeys(keys: readonly SettingsKey[]): SettingsAnswer['keys'] {
  return keys
    .slice(-settingsBounds.keys)
    .map(({ publicKey, signature }) => ({ public_key: publicKey, signature }));
}

function sealedFor(publicKey: string): string {
  return `key of agent settings ${publicKey}`;
}
