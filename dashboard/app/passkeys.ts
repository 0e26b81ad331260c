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

/** Whether the browser offers passkeys among what it fills in by itself. */
async function passkeysFillIn(): Promise<boolean> {
  if (!passkeysWork()) return false;
  const { isConditionalMediationAvailable: available } = PublicKeyCredential;
  return (await available?.call(PublicKeyCredential)) === true;
}

/** Milliseconds that an offer is left standing: the collector's is good for five minutes. */
const offeredMs = 4 * 60_000;

/**
 * Offers passkeys among what the browser fills in, anew before an offer is over, until the returned function is called. It asks nobody,
 * and is silent where there is no passkey or the person chooses otherwise.
 */
export function offerPasskeys(use: (untilAborted: AbortSignal) => Promise<void>): () => void {
  let ending = new AbortController();
  const offer = async () => {
    ending.abort();
    ending = new AbortController();
    await use(ending.signal).catch(() => undefined);
  };
  let timer: ReturnType<typeof setInterval> | undefined;
  let isOver = false;
  void passkeysFillIn().then((fillIn) => {
    if (!fillIn || isOver) return;
    void offer();
    timer = setInterval(() => void offer(), offeredMs);
  });
  return () => {
    isOver = true;
    clearInterval(timer);
    ending.abort();
  };
}

/** Makes a passkey in the browser and registers it with the collector. Rejects if the person declines. */
export async function makePasskey(name: string): Promise<void> {
  const { ticket, options } = await api.call('POST /api/auth/passkeys/options');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  const made = written(await navigator.credentials.create({ publicKey }));
  await api.call('POST /api/auth/passkeys', { body: { ticket, name, credential: made as never } });
}

/**
 * Answers what the collector asks by a passkey of the person. With a signal the browser asks nobody: it offers passkeys in the field
 * for names (`autocomplete=webauthn`) until one is chosen, or the signal ends it.
 */
export async function answerByPasskey(
  { ticket, options }: { ticket: string; options: object },
  untilAborted?: AbortSignal,
) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  const asked = untilAborted === undefined ? {} : { mediation: 'conditional' as const, signal: untilAborted };
  return { ticket, credential: written(await navigator.credentials.get({ publicKey, ...asked })) as never };
}

function written(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('the browser made no passkey');
  return credential.toJSON();
}
