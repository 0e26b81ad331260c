import type { Room } from '../events/define-event.ts';

/** A client's event asks to join or leave rooms, or to be sent something. */
export type ClientRequest =
  | { readonly kind: 'join' | 'leave'; readonly rooms: readonly Room[]; readonly reply: Reply }
  | { readonly kind: 'answer'; readonly reply: Reply }
  | { readonly kind: 'refuse'; readonly message: string };

interface Reply {
  readonly event: string;
  readonly payload: object;
}
