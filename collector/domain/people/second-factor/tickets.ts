import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import { TicketOver } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import { z } from 'zod';
import type { UsedTickets } from '../../../ports/accounts/used-tickets.ts';

/** Milliseconds that one may take from one step of signing in to the next. */
const lifetime = 5 * 60_000;

/** A ticket's content depends on its purpose. */
const contents = {
  /** The password was right, and a second factor is still to come. */
  second_factor: z.object({
    accountId: z.number(),
    personId: z.number(),
    generation: z.number(),
    /** The second step begins a session of a browser, or a token. */
    begins: z.enum(['session', 'token']),
  }),
  passkey_registration: z.object({ personId: z.number(), sessionId: z.number() }),
  passkey_sign_in: z.object({}),
  passkey_confirmation: z.object({ personId: z.number(), sessionId: z.number() }),
  /** Somebody is on his way to a provider and back. */
  provider: z.object({
    accountId: z.number(),
    issuer: z.string(),
    redirectUri: z.string(),
    /** Milliseconds since 1970 when he set out. */
    at: z.number(),
    /** The person who goes there; null if he signs in. */
    signedIn: z.object({ personId: z.number(), sessionId: z.number() }).nullable(),
    goal: z.enum(['sign_in', 'confirm', 'link']),
  }),
} as const;

export type TicketPurpose = keyof typeof contents;
type Content<Purpose extends TicketPurpose> = z.infer<(typeof contents)[Purpose]>;

const envelope = z.object({ id: z.string(), purpose: z.string(), until: z.number(), content: z.unknown() });

/** A ticket that was read. */
interface Opened<Purpose extends TicketPurpose> {
  readonly content: Content<Purpose>;
  /** Uses it up. Throws if somebody was first. */
  use(): Promise<void>;
}

/**
 * Tickets lead from one step of signing in to the next. Nothing is stored when one is made, so that strangers who only ever
 * begin leave no trace; one that is used is noted, and good once on whichever collector.
 */
export class Tickets {
  readonly #key: Uint8Array;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #used: Pick<UsedTickets, 'use'>;

  /** `secret`: what tokens are signed with; tickets have a key of their own that is derived from it. */
  constructor(parts: { secret: Uint8Array; clock: Clock; random: Random; used: Pick<UsedTickets, 'use'> }) {
    this.#key = new Uint8Array(hkdfSync('sha256', parts.secret, '', 'sonde sign-in tickets', 32));
    this.#clock = parts.clock;
    this.#random = parts.random;
    this.#used = parts.used;
  }

  issue<Purpose extends TicketPurpose>(purpose: Purpose, content: Content<Purpose>): string {
    const until = this.#clock.now() + lifetime;
    const id = this.#random.bytes(16).toString('base64url');
    const text = Buffer.from(JSON.stringify({ id, purpose, until, content })).toString('base64url');
    return `${text}.${this.#mac(text).toString('base64url')}`;
  }

  /** Reads a ticket. Throws TicketOver if it is not good, or for something else. */
  open<Purpose extends TicketPurpose>(ticket: string, purpose: Purpose): Opened<Purpose> {
    const [text, mac, ...more] = ticket.split('.');
    if (text === undefined || mac === undefined || more.length > 0) throw new TicketOver();
    const given = Buffer.from(mac, 'base64url');
    const right = this.#mac(text);
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw new TicketOver();
    const known = envelope.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (known.purpose !== purpose || known.until <= this.#clock.now()) throw new TicketOver();
    return {
      content: contents[purpose].parse(known.content) as Content<Purpose>,
      use: async () => {
        if (!(await this.#used.use(known.id, new Date(known.until)))) throw new TicketOver();
      },
    };
  }

  /** A secret that belongs to a ticket and that whoever holds the ticket can't know: 43 characters of base64url. */
  secretOf(ticket: string, name: string): string {
    return this.#mac(`${name}\0${ticket}`).toString('base64url');
  }

  #mac(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}

/**
 * Gives the challenge that an authenticator signs for a ticket: nobody can have it beforehand, as the ticket's id is
 * random.
 */
export function challengeOf(ticket: string): string {
  return hash('sha256', ticket, 'base64url');
}
