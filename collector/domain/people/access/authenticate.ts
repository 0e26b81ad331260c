import type { Caller } from './caller.ts';

/**
 * A function of this type finds out who presents a credential: an API key or a token. Undefined if nobody is known by
 * it.
 */
export type Authenticate = (credential: string) => Promise<Caller | undefined> | Caller | undefined;
