import { DomainError } from '@sonde/shared/errors.ts';
import type { Caller } from './caller.ts';
import { isFrom } from './key-bounds.ts';

/** Throws if a key comes from elsewhere than it may. */
export function checkSource(caller: Caller, address: string): void {
  const networks = 'bounds' in caller ? (caller.bounds?.networks ?? null) : null;
  if (networks === null || isFrom(networks, address)) return;
  throw new DomainError('network_insufficient', `This key is not for requests from ${address}.`);
}
