import { api } from './api.ts';

/**
 * Tells whether passkeys can be used at this address: browsers have none without TLS, nor for addresses without a name.
 */
export function passkeysWork(): boolean {
  const named = !/^[\d.]+$|^\[/.test(location.hostname);
  return named && isSecureContext && 'parseCreationOptionsFromJSON' in (globalThis.PublicKeyCredential ?? {});
}

/** Tells whether a passkey is good for the host that this page was opened at, as far as the page can tell. */
export function isForHere({ host }: { readonly host: string }): boolean {
  return location.hostname === host || location.hostname.endsWith(`.${host}`);
}

/** Makes a passkey in the browser and registers it with the collector. Rejects if the person declines. */
export async function makePasskey(name: string): Promise<void> {
  const { ticket, options } = await api.call('POST /api/auth/passkeys/options');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  const made = written(await navigator.credentials.create({ publicKey }));
  await api.call('POST /api/auth/passkeys', { body: { ticket, name, credential: made as never } });
}

/** Answers what the collector asks by a passkey of the person. */
export async function answerByPasskey({ ticket, options }: { ticket: string; options: object }) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  return { ticket, credential: written(await navigator.credentials.get({ publicKey })) as never };
}

function written(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('the browser made no passkey');
  return credential.toJSON();
}
